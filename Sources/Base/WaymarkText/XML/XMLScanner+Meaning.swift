// The meaning of names and texts.

extension XMLScanner {
    /// Whether the bytes of a range are those of a text.
    public func range(_ range: Range<Int>, is text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && hasText(text, at: range.lowerBound)
    }

    /// The value of an attribute of the last started element, with each white space character as a blank; nil if it is
    /// missing.
    public func attribute(_ name: StaticString) -> ArraySlice<UInt8>? {
        guard let (_, value) = attributes.first(where: { range($0.name, is: name) }) else { return nil }
        return value.isPlain ? bytes[value.range] : Array(decoded(value).replacingControls().utf8)[...]
    }

    /// The meaning of a text.
    public func decoded(_ text: Text) -> String {
        guard !text.isLiteral, !text.isPlain else { return string(text.range) }
        var (decoded, start) = ("", text.range.lowerBound)
        while let ampersand = bytes[start..<text.range.upperBound].firstIndex(of: UInt8(ascii: "&")),
            let (scalar, end) = reference(at: ampersand, before: text.range.upperBound)
        {
            decoded += string(start..<ampersand)
            decoded.unicodeScalars.append(scalar)
            start = end
        }
        return decoded + string(start..<text.range.upperBound)
    }

    /// The bytes, with each line end as one line feed.
    public func string(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard bytes[range].contains(0x0D) else { return text }
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\r" {
                scalars.append("\n")
            } else if scalar != "\n" || previous != "\r" {
                scalars.append(scalar)
            }
            previous = scalar
        }
        return String(scalars)
    }

    /// The character of the reference at an ampersand, and its end; nil if it is not a reference.
    func reference(at ampersand: Int, before end: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        // The longest reference is &#x10FFFF; with a few leading zeros.
        let rest = bytes[ampersand..<min(end, ampersand + 16)]
        guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")),
            let scalar = XMLReference.scalar(string(ampersand + 1..<semicolon))
        else { return nil }
        return (scalar, semicolon + 1)
    }

    /// Throws if an ampersand does not begin a reference.
    func checkReferences(_ range: Range<Int>) throws(XMLError) {
        var start = range.lowerBound
        while let ampersand = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
            guard let (_, end) = reference(at: ampersand, before: range.upperBound) else {
                throw error("an ampersand that begins no reference: & must be written &amp;", at: ampersand)
            }
            start = end
        }
    }
}

extension String {
    fileprivate func replacingControls() -> String {
        guard utf8.contains(where: { $0 < 0x20 }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
