extension JSONValue {
    /// The longitudes and latitudes of a list of positions (RFC 7946, section 3.1.1), in degrees as they are written.
    ///
    /// Read in place: a copy of each value would be retained and released.
    ///
    /// - Returns: One pair for each position; nil if the value is not a list, or an element is not a list that begins
    ///   with two numbers.
    /// - Complexity: O(*n*).
    public var positions: [(longitude: Double, latitude: Double)]? {
        guard case .array(let elements) = self else { return nil }
        var positions: [(longitude: Double, latitude: Double)] = []
        positions.reserveCapacity(elements.count + 1)
        let isWhole = unsafe elements.withUnsafeBufferPointer { elements in
            for index in elements.indices {
                guard let position = unsafe elements[index].position else { return false }
                positions.append(position)
            }
            return true
        }
        return isWhole ? positions : nil
    }

    private var position: (longitude: Double, latitude: Double)? {
        switch self {
        case .numbers(let numbers): return numbers.pair.map { ($0.0, $0.1) }
        case .array(let values) where values.count >= 2:
            // With something else after two numbers.
            guard case .number(let longitude) = values[0], case .number(let latitude) = values[1],
                let longitude = NumberParser.double(longitude), let latitude = NumberParser.double(latitude)
            else { return nil }
            return (longitude, latitude)
        default: return nil
        }
    }
}
