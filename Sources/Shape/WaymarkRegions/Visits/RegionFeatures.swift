internal import WaymarkPolylines
internal import WaymarkText

/// Writes regions as a GeoJSON FeatureCollection (RFC 7946), with colours for map viewers.
struct RegionFeatures {
    let colors: RegionColors
    private var bytes = ContiguousArray<UInt8>()
    private var separator = "\n"

    init(colors: RegionColors) { self.colors = colors }

    /// Begins the collection, with additional members whose values are JSON.
    mutating func begin(members: [(name: String, value: String)]) {
        add(#"{"type":"FeatureCollection","#)
        for (name, value) in members { add("\"\(name)\":\(value),") }
        add(#""features":["#)
    }

    /// Adds a region, with additional properties whose values are JSON.
    mutating func append(
        _ number: Int, _ region: Region, _ polygons: [PlanePolygon], properties: [(name: String, value: String)]
    ) {
        add(separator)
        separator = ",\n"
        add(#"{"type":"Feature","properties":{"name":"#)
        JSONText.append(region.name, to: &bytes)
        add(#","code":"#)
        JSONText.append(region.code, to: &bytes)
        for (name, value) in properties { add(",\"\(name)\":\(value)") }
        let color = colors.fills[number]
        add(#","fill":"\#(color ?? RegionColors.none)","fill-opacity":\#(color == nil ? "0.4" : "0.8"),"#)
        add(##""stroke":"#ffffff","stroke-width":1},"geometry":"##)
        GeoJSONText.append(polygons, to: &bytes)
        add("}")
    }

    /// Ends the collection; returns it as UTF-8.
    mutating func end() -> ContiguousArray<UInt8> {
        add("\n]}\n")
        return bytes
    }

    private mutating func add(_ text: String) { bytes += text.utf8 }
}
