/// The files of the map page, compiled into the program.
package enum PageFiles {
    private static let files: [String: [UInt8]] = [
        "around.js": PackageResources.around_js,
        "ask.js": PackageResources.ask_js,
        "day.css": PackageResources.day_css,
        "day.js": PackageResources.day_js,
        "day.json": PackageResources.day_json,
        "dayview.js": PackageResources.dayview_js,
        "dom.js": PackageResources.dom_js,
        "early.js": PackageResources.early_js,
        "files.js": PackageResources.files_js,
        "files.json": PackageResources.files_json,
        "geo.js": PackageResources.geo_js,
        "hands.js": PackageResources.hands_js,
        "hours.js": PackageResources.hours_js,
        "icon.svg": PackageResources.icon_svg,
        "index.html": PackageResources.index_html,
        "legs.js": PackageResources.legs_js,
        "main.js": PackageResources.main_js,
        "map.js": PackageResources.map_js,
        "page.css": PackageResources.page_css,
        "panel.js": PackageResources.panel_js,
        "place.css": PackageResources.place_css,
        "place.js": PackageResources.place_js,
        "place.json": PackageResources.place_json,
        "search.js": PackageResources.search_js,
        "trip.js": PackageResources.trip_js,
        "words.js": PackageResources.words_js,
        "words.json": PackageResources.words_json,
    ]

    /// The scripts without lines that are comments, a tenth of the page.
    private static let scripts = files.filter { $0.key.hasSuffix(".js") }.mapValues { bytes in
        var (kept, isComment): ([UInt8], Bool) = ([], false)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if text.starts(with: "/*".utf8) { isComment = true }
            if !isComment, !text.starts(with: "//".utf8) { kept += line + [UInt8(ascii: "\n")] }
            if text.suffix(2).elementsEqual("*/".utf8) { isComment = false }
        }
        return kept
    }

    /// The names of the files.
    package static var names: [String] { files.keys.sorted() }

    /// The bytes of a file; nil if there is none of the name.
    package static func bytes(of name: String) -> [UInt8]? { scripts[name] ?? files[name] }
}
