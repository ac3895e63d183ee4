extension PlanePolygon {
    /// The same polygon with its outer ring counterclockwise and its holes clockwise.
    package var wound: PlanePolygon {
        PlanePolygon(
            rings: rings.enumerated().map { i, ring in
                var twiceArea = 0.0
                for (a, b) in zip(ring, ring.dropFirst()) {
                    // Relative to the first vertex, for precision with small rings.
                    twiceArea +=
                        (a.x - ring[0].x) * (b.y - ring[0].y) - (b.x - ring[0].x) * (a.y - ring[0].y)
                }
                return (twiceArea > 0) == (i == 0) ? ring : ring.reversed()
            })
    }
}
