#if canImport(MapKit)
    public import MapKit
    public import WaymarkPolylines

    extension GradientStops {
        /// Sets the colours of a renderer from a gradient measured on Web Mercator along the same line.
        ///
        /// - Throws: ``GradientError/measuredOtherwise(_:needed:)`` if it has another measure.
        @MainActor
        public func color(_ renderer: MKGradientPolylineRenderer) throws(GradientError) {
            try checkMeasure()
            renderer.setColors(
                colors.map {
                    .init(
                        red: CGFloat($0.red) / 255, green: CGFloat($0.green) / 255, blue: CGFloat($0.blue) / 255,
                        alpha: 1)
                }, locations: locations.map { CGFloat($0) })
        }
    }

    extension Polyline {
        /// The line as a MapKit polyline.
        public var mapKitPolyline: MKPolyline {
            let places = coordinates.map {
                CLLocationCoordinate2D(latitude: $0.latitude, longitude: $0.longitude)
            }
            return MKPolyline(coordinates: places, count: places.count)
        }
    }
#endif
