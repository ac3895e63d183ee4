public import WaymarkPolylines

extension ColorGradient {
    /// Returns the gradient with its locations measured on another surface, along its line: every place keeps its
    /// colour.
    ///
    /// Between two vertices the line is straight on the map. Lengths are not proportional there (half-way from 60° to
    /// 40° north on the ground is at 0.553 on Web Mercator), so stops are added until no colour differs by more than a
    /// millionth of ΔE_OK. Vertices that share a location by the old measure but not by the new one, such as at a pole,
    /// get the colours between the first and the last there.
    ///
    /// - Parameters:
    ///   - measure: The surface of the new locations; the gradient itself is returned if it already has it.
    ///   - line: The line of the gradient.
    /// - Returns: The gradient along the same line, on the surface of `measure`.
    /// - Complexity: O(*n* + *m*) for *n* vertices and *m* stops, including added ones.
    public func measured(on measure: LineMeasure, along line: Polyline) -> ColorGradient {
        if measure == self.measure { return self }
        return measured(by: LocationMap(line.coordinates, to: measure, locations: line.locations))
    }

    /// The maximum colour error of a conversion, in ΔE_OK.
    private static let conversionError = 1e-6

    /// The gradient with locations converted by a map.
    package func measured(by map: LocationMap) -> ColorGradient {
        var along = ColorsAlong(capacity: locations.count + map.known.count)
        // The first stop after the current location.
        var next = 0
        for vertex in map.known.indices.dropLast() {
            let (start, end) = (map.known[vertex], map.known[vertex + 1])
            // A part of length zero by the old measure lies between two colours by the new one.
            guard end > start else { continue }
            while locations[next] <= start { next += 1 }
            let segment = map.segment(vertex)
            var from = (share: 0.0, color: color(at: start, before: next))
            along.append(from.color, at: map.wanted[vertex])
            func go(to share: Double, _ color: Oklab) {
                let parts =
                    (from.color.difference(to: color) * segment.unevenness(from: from.share, to: share)
                    / Self.conversionError).squareRoot().rounded(.up)
                for part in stride(from: 1, to: parts, by: 1) {
                    let fraction = part / parts
                    let between = from.share + (share - from.share) * fraction
                    along.append(
                        from.color.mixed(with: color, fraction: fraction),
                        at: map.location(between, in: segment, behind: vertex))
                }
                along.append(
                    color, at: share == 1 ? map.wanted[vertex + 1] : map.location(share, in: segment, behind: vertex))
                from = (share, color)
            }
            while locations[next] < end {
                go(to: (locations[next] - start) / (end - start), colors[next])
                next += 1
            }
            go(to: 1, color(at: end, before: next))
        }
        if along.isEmpty {
            var gradient = self
            gradient.measure = map.measure
            return gradient
        }
        return ColorGradient(along, missing: map.parts(missing), measuredOn: map.measure)
    }
}

extension LocationMap {
    /// Parts of the line converted to the wanted measure, without those of length zero.
    fileprivate func parts(_ parts: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var there: [ClosedRange<Double>] = []
        for part in parts {
            let start = location(of: part.lowerBound, isFirst: false)
            let end = location(of: part.upperBound, isFirst: true)
            if start < end { there.join(start...end) }
        }
        return there
    }
}

extension ColorBands {
    /// The bands converted to another measure, without those of length zero.
    package func measured(by map: LocationMap) -> ColorBands {
        var there: [Band] = []
        for band in bands {
            let start = there.last?.locations.upperBound ?? 0
            let end = band.locations.upperBound == 1 ? 1 : map.location(of: band.locations.upperBound, isFirst: true)
            guard start < end else { continue }
            there.append(Band(locations: start...end, color: band.color, isMissing: band.isMissing))
        }
        return ColorBands(bands: there, colorError: colorError, measure: map.measure)
    }
}
