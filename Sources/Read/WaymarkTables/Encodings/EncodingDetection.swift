import WaymarkText

enum EncodingDetection {
    /// The number of bytes examined, from the start of the first record that is not ASCII.
    static let window = 1 << 16

    /// The encoding of `bytes`: the one in which they are valid, UTF-8 first; otherwise the one with fewer invalid
    /// sequences, UTF-8 in a tie.
    ///
    /// If the input continues after `bytes` (`isCut`), a truncated character at the end is not an error.
    static func encoding(of bytes: Span<UInt8>, isCut: Bool) -> TextEncoding {
        let utf8 = faults(bytes, isCut: isCut, in: .utf8)
        return utf8 > 0 && faults(bytes, isCut: isCut, in: .cp949) < utf8 ? .cp949 : .utf8
    }

    private static func faults(_ bytes: Span<UInt8>, isCut: Bool, in encoding: TextEncoding) -> Int {
        var index = 0
        var faults = 0
        while index < bytes.count {
            let step = encoding.step(bytes, at: index)
            switch step.kind {
            case .valid: break
            case .invalid: faults += 1
            case .cut: faults += isCut ? 0 : 1
            }
            index += step.length
        }
        return faults
    }
}

extension TextEncoding {
    /// The sequence of `bytes` at `index`.
    func step(_ bytes: Span<UInt8>, at index: Int) -> TextStep {
        switch self {
        case .utf8: UTF8Validation.step(bytes, at: index)
        case .cp949: CP949.step(bytes, at: index)
        }
    }
}
