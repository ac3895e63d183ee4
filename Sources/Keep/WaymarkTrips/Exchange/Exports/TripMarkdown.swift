public import WaymarkTables
import WaymarkText
public import WaymarkTimes

/// Trips as a diary in Markdown (CommonMark), with pictures.
///
/// The title, the days and the notes, the stops as a numbered list, then the stops and entries of each day by the clocks
/// of their places. Texts are shown as they were typed: nothing in them is Markdown or HTML.
public enum TripMarkdown {
    /// The words and forms that a reader sees.
    public struct Words: Sendable {
        /// The title of a trip or an entry that has none.
        public var untitled: String
        /// A day in the reader's locale.
        public var day: @Sendable (CalendarDate) -> String

        /// Words: days as `2027-04-01` unless given.
        public init(untitled: String = "제목 없음", day: @escaping @Sendable (CalendarDate) -> String = { "\($0)" }) {
            (self.untitled, self.day) = (untitled, day)
        }
    }

    /// A trip as a diary: the same trip gives the same bytes.
    ///
    /// - Parameters:
    ///   - whole: The trip.
    ///   - words: What is shown where the trip has no words.
    ///   - picture: The path of an attachment's file, from the place of the diary; nil leaves it out. Images are shown,
    ///     other files are links.
    /// - Returns: Markdown in UTF-8.
    /// - Complexity: O(*n* log *n*).
    public static func document(
        of whole: WholeTrip, words: Words = Words(), picture: (Attachment) -> String? = path
    ) -> ContiguousArray<UInt8> {
        var lines = ["# \(MarkdownText.line(whole.trip.displayTitle(untitled: words.untitled)))"]
        if let days = whole.trip.days {
            let names = [days.lowerBound, days.upperBound].map(words.day).map(MarkdownText.line)
            lines += ["", names[0] == names[1] ? names[0] : names.joined(separator: " – ")]
        }
        lines += ["", MarkdownText.paragraphs(whole.trip.notes)]
        for (place, stop) in whole.stops.enumerated() {
            if place == 0 { lines.append("") }
            lines.append("\(place + 1). \(MarkdownText.line(stop.name))")
        }
        var day: CalendarDate?
        for part in parts(of: whole, words) {
            if let own = part.day, own != day {
                day = own
                lines += ["", "## \(MarkdownText.line(words.day(own)))"]
            }
            lines += ["", "### \(part.clock.map { $0 + " " } ?? "")\(MarkdownText.line(part.title))"]
            lines += ["", MarkdownText.paragraphs(part.text)]
            for attachment in whole.attachments(of: part.id) {
                guard let path = picture(attachment) else { continue }
                let link = "[\(MarkdownText.line(attachment.name))](\(MarkdownText.target(path)))"
                lines += ["", attachment.mediaType.hasPrefix("image/") ? "!" + link : link]
            }
        }
        // Two blank lines come from texts that are empty.
        var text = ContiguousArray<UInt8>()
        for (place, line) in lines.enumerated() where !(line.isEmpty && place > 0 && lines[place - 1].isEmpty) {
            text += line.utf8
            text.append(Byte.lineFeed)
        }
        while text.suffix(2) == [Byte.lineFeed, Byte.lineFeed] { text.removeLast() }
        return text
    }

    /// Writes a diary into a folder, with copies of the pictures below `files`.
    ///
    /// The diary, `diary.md`, appears when it is complete, and last.
    ///
    /// - Returns: The attachments whose file is missing or damaged, which the diary leaves out.
    /// - Throws: `TableError` if a file cannot be written.
    public static func write(
        _ whole: WholeTrip, from files: AttachmentFiles, to folder: String, words: Words = Words()
    ) throws(TableError) -> [Attachment] {
        try AttachmentFiles.makeFolder(folder + "/files")
        var missing: [Attachment] = []
        for attachment in whole.attachments {
            do throws(TableError) {
                try files.copy(attachment.content, to: folder + "/files/" + fileName(of: attachment))
            } catch .notFound, .readFailed {
                missing.append(attachment)
            }
        }
        let absent = Set(missing.map(\.id))
        let bytes = document(of: whole, words: words) { absent.contains($0.id) ? nil : path(of: $0) }
        let output = try OutputFile(path: folder + "/diary.md")
        try output.write(bytes.span)
        try output.commit()
        return missing
    }

    /// The path that ``write(_:from:to:words:)`` gives a file: its hash, with an ending of its kind.
    public static func path(of attachment: Attachment) -> String? { "files/" + fileName(of: attachment) }

    private static func fileName(of attachment: Attachment) -> String {
        let endings = [
            "image/jpeg": ".jpg", "image/png": ".png", "image/heic": ".heic", "image/gif": ".gif",
            "image/webp": ".webp", "image/svg+xml": ".svg", "video/mp4": ".mp4", "application/pdf": ".pdf",
        ]
        return "\(attachment.content)" + (endings[attachment.mediaType.lowercased()] ?? "")
    }

    /// A stop, or an entry.
    private struct DiaryItem {
        let id: RecordID
        let title: String
        let text: String
        /// Where a day without a time of day begins, it comes first.
        var time: Moment?
        var day: CalendarDate?
        /// As `09:30`, or `00:30 UTC` where no zone is known.
        var clock: String?

        init(
            _ id: RecordID, _ title: String, _ text: String, _ time: Moment?, _ day: CalendarDate?,
            _ zone: ClockZone?
        ) {
            (self.id, self.title, self.text) = (id, title, text)
            self.time = time ?? day.map { Moment(startOf: $0, in: zone ?? .utc) }
            self.day = time.map { $0.day(in: zone ?? .utc) } ?? day
            clock = time.map { $0.text(in: zone ?? .utc).dropFirst(11).prefix(5) + (zone == nil ? " UTC" : "") }
        }
    }

    /// The stops without a time that have something to show, then all others and the entries by time.
    private static func parts(of whole: WholeTrip, _ words: Words) -> [DiaryItem] {
        let stops = whole.stops.map {
            DiaryItem($0.id, $0.name, $0.notes, $0.arrival, $0.arrivalDay, whole.zone(of: $0))
        }
        let entries = whole.entries.map {
            DiaryItem($0.id, $0.displayTitle(untitled: words.untitled), $0.text, $0.time, nil, $0.zone)
        }
        let owners = Set(whole.attachments.map(\.owner))
        let untimed = stops.filter { $0.time == nil && (!$0.text.isEmpty || owners.contains($0.id)) }
        let timed = (stops + entries).enumerated().compactMap { place, part in part.time.map { ($0, place, part) } }
        return untimed + timed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

/// Texts of people as Markdown (CommonMark), which shows them as they were typed.
enum MarkdownText {
    /// A text within one line: line ends are blanks.
    static func line(_ text: String) -> String {
        escaped(text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).joined(separator: " "))
    }

    /// A text of several lines: blank lines part paragraphs, and other lines end where they end.
    static func paragraphs(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = escaped(PlainText.trimmed(String(line)))
            if line.isEmpty {
                if lines.last != "" { lines.append("") }
                continue
            }
            if let last = lines.last, !last.isEmpty { lines[lines.count - 1] = last + "\\" }
            lines.append(line)
        }
        return lines.drop { $0.isEmpty }.joined(separator: "\n")
    }

    /// The path of a file as the target of a link.
    static func target(_ path: String) -> String {
        var target = ""
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-._/".unicodeScalars.contains(scalar))
            target += isPlain ? String(scalar) : "%" + Hexadecimal.text(byte, digits: 2).uppercased()
        }
        return target
    }

    /// A line whose characters mean themselves, also at its beginning.
    private static func escaped(_ line: String) -> String {
        let line = PlainText.trimmed(line)
        var text = String.UnicodeScalarView()
        // 1. and 1) begin lists.
        let digits = line.unicodeScalars.prefix { ("0"..."9").contains($0) }.count
        for (place, scalar) in line.unicodeScalars.enumerated() {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "|", "~", "!", "#":
                text.append(contentsOf: ["\\", scalar])
            case "+", "-", "=":
                text.append(contentsOf: place == 0 ? ["\\", scalar] : [scalar])
            case ".", ")":
                text.append(contentsOf: place == digits && digits > 0 ? ["\\", scalar] : [scalar])
            case "\t": text.append(" ")
            case "\u{0}"..."\u{1F}", "\u{7F}": text.append("\u{FFFD}")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
