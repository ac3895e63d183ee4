extension JSONValue {
    /// The longitudes and latitudes of a list of positions (RFC 7946, section 3.1.1), in degrees as they are written.
    ///
    /// Read where they lie: a copy of each value would be retained and released.
    ///
    /// - Returns: One for each position; nil where the value is no list, or an element is not a list that begins with two
    ///   numbers.
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
        guard case .array(let numbers) = self, numbers.count >= 2 else { return nil }
        return unsafe numbers.withUnsafeBufferPointer { numbers in
            guard let longitude = unsafe numbers[0].double, let latitude = unsafe numbers[1].double else { return nil }
            return (longitude, latitude)
        }
    }

    private var double: Double? { if case .number(let text) = self { NumberParser.double(text) } else { nil } }
}
