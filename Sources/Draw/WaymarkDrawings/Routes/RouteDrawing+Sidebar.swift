import WaymarkGradients
import WaymarkRoutes
import WaymarkText

extension RouteDrawing {
    /// Draws the list of stops next to the map and below it and its insets, and the legend; returns the lower end.
    mutating func sidebar(
        _ frame: MapFrame, _ list: StopList, _ legend: RouteLegend, _ sources: String, below lowest: Double
    ) -> Double {
        let left = frame.panel.right + 20
        let top = frame.panel.top + 8
        var bottom = lowest
        page.begin(["font-size": "13", "fill": page.colors.ink])
        if list.isRoomy {
            for i in route.stops.indices {
                let y = top + Double(i) * StopList.roomy
                if i < route.legs.count { leg(i, colors[i], left: left, top: y + 20, height: StopList.roomy - 20) }
                stop(i, left: left, top: y)
            }
        } else {
            let room = frame.panel.bottom - legend.height - 20 - top
            let beside = list.rows.prefix(max(0, Int(room / StopList.compact)))
            column(beside, left: left, top: top, width: Self.size.sidebar, height: StopList.compact, size: 12)
            let rest = list.rows.dropFirst(beside.count)
            if !rest.isEmpty { bottom = columns(rest, top: bottom + 24) }
            if list.left > 0 {
                bottom += 24
                page.text(words.more(list.left), Self.size.margin, bottom, ["fill": page.colors.faintInk])
            }
        }
        page.end()
        page.begin([
            "transform": "translate(0 \(units(frame.panel.bottom - legend.height)))", "font-size": "12",
            "fill": page.colors.legend,
        ])
        legend.draw(on: &page, left: left, width: Self.size.sidebar)
        page.text(sources, left, legend.height - 4, size: 10.5, ["fill": page.colors.small])
        page.end()
        return bottom
    }

    // MARK: A list without much room

    /// Rows in columns over the whole width; returns their lower end.
    private mutating func columns(_ rows: ArraySlice<StopList.Row>, top: Double) -> Double {
        let (count, height, size) = rows.count <= 400 ? (4, 17.0, 12.0) : (5, 15.0, 10.5)
        let gap = 20.0
        let width = (Self.size.width - 2 * Self.size.margin - gap * Double(count - 1)) / Double(count)
        let each = (rows.count + count - 1) / count
        for number in 0..<count {
            let part = rows.dropFirst(number * each).prefix(each)
            column(
                part, left: Self.size.margin + Double(number) * (width + gap), top: top, width: width, height: height,
                size: size)
        }
        return top + Double(each) * height
    }

    /// Rows of numbers, names and, up to a thousand stops, the lengths of the legs to them.
    private mutating func column(
        _ rows: ArraySlice<StopList.Row>, left: Double, top: Double, width: Double, height: Double, size: Double
    ) {
        guard !rows.isEmpty else { return }
        let largest = rows.map { if case .stop(let i) = $0 { number(of: i) } else { 0 } }.max() ?? 0
        let indent = TextWidth.of(String(largest), size: size, .bold) + 8
        func y(_ row: Int) -> Double { top + Double(row) * height + size }
        page.begin(["font-size": units(size)])
        page.begin(["font-weight": "700", "text-anchor": "end"])
        for (row, content) in rows.enumerated() {
            guard case .stop(let i) = content else { continue }
            let color = textColor(of: trips[trip(of: i)])
            page.text(String(number(of: i)), left + indent - 8, y(row), color.map { ["fill": $0] } ?? [:])
        }
        page.end()
        var notes: [(row: Int, text: String)] = []
        for (row, content) in rows.enumerated() {
            switch content {
            case .trip(let number):
                let trip = trips[number]
                let totals = words.lengths(trip.totals)
                notes.append((row, totals))
                let room = width - TextWidth.of(totals, size: size - 1.5) - 8
                page.text(
                    TextWidth.shortened(trip.name, size: size, .bold, width: room), left, y(row),
                    ["font-weight": "700", "fill": textColor(of: trip) ?? page.colors.ink])
            case .note(let i):
                let text = TextWidth.shortened(map.wayNotes[i] ?? "", size: size - 1, width: width - indent)
                page.text(text, left + indent, y(row), size: size - 1, ["fill": page.colors.small])
            case .stop(let i):
                var note = recommended[i] ?? time(of: i)
                if note.isEmpty, route.stops.count <= 1000, i > 0, let leg = route.legs[i - 1].leg {
                    note = "+" + LengthText.of(meters: leg.distance.value)
                }
                notes.append((row, note))
                let room = width - indent - TextWidth.of(note, size: size - 1.5) - 6
                page.text(TextWidth.shortened(route.stops[i].label, size: size, width: room), left + indent, y(row))
            }
        }
        page.begin(["text-anchor": "end", "font-size": units(size - 1.5), "fill": page.colors.small])
        for (row, text) in notes where !text.isEmpty { page.text(text, left + width, y(row)) }
        page.end()
        page.end()
    }

    // MARK: A list with legs

    /// A stop in the list.
    private mutating func stop(_ i: Int, left: Double, top: Double) {
        let number = String(i + 1)
        let width = max(20, TextWidth.of(number, size: 10.5, .bold) + 9)
        let mark = PageRectangle(left: left, top: top, width: width, height: 20)
        page.pill(number, mark, size: 10.5, fall: 4, fill: page.colors.pin, ink: page.colors.pinInk, endsLine: false)
        var room = Self.size.sidebar - width - 8
        let note = recommended[i] ?? time(of: i)
        if !note.isEmpty {
            let color = recommended[i] == nil ? page.colors.faintInk : page.colors.placeName
            page.text(
                note, left + Self.size.sidebar, top + 14, size: 11.5, ["text-anchor": "end", "fill": color],
                endsLine: false)
            room -= TextWidth.of(note, size: 11.5) + 8
        }
        page.text(TextWidth.shortened(route.stops[i].label, size: 13, width: room), left + width + 8, top + 14.5)
    }

    /// The colour of a trip's texts; nil for one trip.
    private func textColor(of trip: Trip) -> String? {
        (map.isDark ? trip.color?.onDarkPaper : trip.color)?.description
    }

    private func time(of stop: Int) -> String { map.times.indices.contains(stop) ? map.times[stop] : "" }

    /// The leg after a stop in the list.
    private mutating func leg(_ i: Int, _ own: RGBColor, left: Double, top: Double, height: Double) {
        let path = "M\(units(left + 10)) \(units(top))v\(units(height))"
        var text = words.missing
        if let leg = route.legs[i].leg {
            let middle = line.extent(ofLeg: i).map { ($0.lowerBound.value + $0.upperBound.value) / 2 } ?? 0
            let fraction = line.length > .zero ? middle / line.length.value : 0
            let color = color(at: max(0, min(1, fraction)), else: own).rgb.description
            for (color, width) in [(page.colors.casing, "6"), (color, "4")] {
                page.xml.add(
                    "path",
                    leg.isFallback
                        ? ["d": path, "stroke": color, "stroke-width": width, "stroke-dasharray": "5 3"]
                        : ["d": path, "stroke": color, "stroke-width": width])
            }
            text = LengthText.of(meters: leg.distance.value)
        } else {
            page.xml.add(
                "path",
                [
                    "d": path, "stroke": page.colors.missing, "stroke-width": "2", "stroke-dasharray": "1 4",
                    "stroke-linecap": "round",
                ])
        }
        if let note = map.wayNotes[i + 1] { text += " · " + note }
        page.text(
            TextWidth.shortened(text, size: 10.5, width: Self.size.sidebar - 28), left + 28, top + 11, size: 10.5,
            ["fill": page.colors.small], endsLine: false)
    }
}
