internal import WaymarkText

extension RegionSet {
    /// Returns the regions as a GeoJSON FeatureCollection (RFC 7946), with colours for map viewers.
    ///
    /// - Parameters:
    ///   - colors: The fills.
    ///   - members: Additional members of the collection, whose values are JSON.
    ///   - properties: Additional properties of a region, whose values are JSON; nil omits the region.
    /// - Returns: UTF-8.
    func geoJSON(
        _ colors: RegionColors, members: [(name: String, value: String)],
        properties: (Int) -> [(name: String, value: String)]?
    ) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray(#"{"type":"FeatureCollection","#.utf8)
        for (name, value) in members { bytes += "\"\(name)\":\(value),".utf8 }
        bytes.append(#""features":["#)
        var separator: StaticString = "\n"
        shapes.forEachRegion { number, polygons in
            guard let properties = properties(number) else { return }
            bytes.append(separator)
            separator = ",\n"
            bytes.append(#"{"type":"Feature","properties":{"name":"#)
            JSONText.append(regions[number].name, to: &bytes)
            bytes.append(#","code":"#)
            JSONText.append(regions[number].code, to: &bytes)
            for (name, value) in properties { bytes += ",\"\(name)\":\(value)".utf8 }
            let color = colors.fills[number]
            bytes += #","fill":"\#(color ?? RegionColors.none)","fill-opacity":\#(color == nil ? "0.4" : "0.8"),"#.utf8
            bytes.append(##""stroke":"#ffffff","stroke-width":1},"geometry":"##)
            GeoJSONText.append(polygons, to: &bytes)
            bytes.append("}")
        }
        bytes.append("\n]}\n")
        return bytes
    }
}
