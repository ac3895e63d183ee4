#if canImport(MapKit)
    public import MapKit
    public import WaymarkPolylines

    extension GradientStops {
        /// Gives a renderer the colours: of a gradient measured on Web Mercator, along the line it was made for.
        ///
        /// - Throws: ``GradientError/measuredOtherwise(_:needed:)`` where it is measured on anything else.
        @MainActor
        public func color(_ renderer: MKGradientPolylineRenderer) throws(GradientError) {
            guard measure == .webMercator else { throw .measuredOtherwise(measure, needed: .webMercator) }
            renderer.setColors(
                colors.map {
                    .init(
                        red: CGFloat($0.red) / 255, green: CGFloat($0.green) / 255, blue: CGFloat($0.blue) / 255,
                        alpha: 1)
                }, locations: locations.map { CGFloat($0) })
        }
    }

    extension Polyline {
        /// The line as MapKit draws it.
        public var mapKitPolyline: MKPolyline {
            let places = coordinates.map {
                CLLocationCoordinate2D(latitude: $0.latitude, longitude: $0.longitude)
            }
            return MKPolyline(coordinates: places, count: places.count)
        }
    }
#endif
