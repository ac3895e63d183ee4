import WaymarkTables

/// Reads the extension of GPX that ``TripGPX`` writes: the records of a trip as JSON.
enum GPXTripReader {
    /// Reads the records of the element.
    static func read(
        _ element: XMLStream.Element, _ xml: inout XMLStream, into collected: inout ImportedRecords
    ) throws(ImportError) {
        let version = element["version"] ?? ""
        guard Int(version) == TripGPX.version else {
            if let number = Int(version), number > TripGPX.version {
                throw .newerVersion(version, known: TripGPX.version)
            }
            throw .malformed(
                reason: "\(ImportedValue.quoted(version)) is not a version of a trip", line: element.line,
                column: element.column)
        }
        while let child = try xml.child() {
            guard child.namespace == TripGPX.namespace, child.name == "record" else {
                collected.ignore(child.name)
                try xml.skip()
                continue
            }
            let json = try xml.string()
            do throws(ImportedValue.Fault) {
                collected.add(known: try record(child, json))
            } catch {
                try collected.reject(error.reason, at: (child.line, child.column))
            }
        }
        // Also without any record: the trip in the extension is the whole document.
        collected.keepIDs()
    }

    private static func record(_ element: XMLStream.Element, _ json: String) throws(ImportedValue.Fault) -> Record {
        guard let kind = element["kind"].flatMap(RecordKind.init) else {
            throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(element["kind"] ?? "")) is not a kind of record")
        }
        guard let id = element["id"].flatMap({ RecordID($0) }) else {
            throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(element["id"] ?? "")) is not an id")
        }
        do throws(FieldError) {
            return try Record.reading(json, kind: kind, id: id).record
        } catch {
            throw ImportedValue.Fault(reason: "\(kind) \(id): \(error)")
        }
    }
}
