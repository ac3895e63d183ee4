import ArgumentParser
import WaymarkC
import WaymarkDrawings

extension RouteMap.Language: ExpressibleByArgument {
    static let help = ArgumentHelp(
        "Language of the words on an svg map: ko or en. (default: that of the locale)", valueName: "language")

    /// The language of the locale; English if it is neither, or names none.
    static var ofLocale: RouteMap.Language { Locale.language == "ko" ? .korean : .english }
}

/// The locale of messages.
enum Locale {
    /// The language that LC_ALL, LC_MESSAGES or LANG names, the first of them that is set; empty for none, as in C and POSIX.
    static var language: String {
        let values = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { (variable: String) in
            unsafe getenv(variable).map { unsafe String(cString: $0) }
        }
        let name = (values.first { !$0.isEmpty } ?? "").prefix { $0.isLetter }
        return ["C", "POSIX"].contains(name) ? "" : String(name)
    }
}
