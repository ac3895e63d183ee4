extension RandomAccessCollection where Index == Int {
    /// The place of the first element that belongs to the second part, of elements whose first part comes before it.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
