/// The text between `&` and `;`.
package enum XMLReference {
    package static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = name.hasPrefix("#x")
            guard name.hasPrefix("#"), let first = name.dropFirst(isHexadecimal ? 2 : 1).first, first != "+",
                first != "-",
                let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                code >= 0x20 || code == 9 || code == 10 || code == 13
            else { return nil }
            return Unicode.Scalar(code)
        }
    }
}
