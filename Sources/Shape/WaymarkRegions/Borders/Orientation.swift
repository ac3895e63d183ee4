/// The side of a line on which a point lies.
enum Orientation {
    /// Above zero when `p` lies left of the line from `a` to `b`, below zero when right, and zero exactly when on it.
    ///
    /// The sign is exact, so shared borders have neither gaps nor overlaps.
    ///
    /// - Precondition: The magnitude of each coordinate is zero or at least 1e-30.
    /// - SeeAlso: Shewchuk 1997, Adaptive Precision Floating-Point Arithmetic, doi:10.1007/PL00009321.
    @inline(__always)
    static func of(_ a: PlanePoint, _ b: PlanePoint, _ p: PlanePoint) -> Double {
        let left = (b.x - a.x) * (p.y - a.y)
        let right = (b.y - a.y) * (p.x - a.x)
        let difference = left - right
        // (3 + 16u)u times the sum bounds the rounding error.
        if abs(difference) > 3.330_669_073_875_471_6e-16 * (abs(left) + abs(right)) { return difference }
        return exact(a, b, p)
    }

    /// The same by exact summation: six products, each as two doubles.
    @inline(never)
    private static func exact(_ a: PlanePoint, _ b: PlanePoint, _ p: PlanePoint) -> Double {
        var sum: [Double] = []
        for (u, v) in [(b.x, p.y), (-b.x, a.y), (-a.x, p.y), (-b.y, p.x), (b.y, a.x), (a.y, p.x)] {
            let product = u * v
            grow(&sum, by: (-product).addingProduct(u, v))
            grow(&sum, by: product)
        }
        return sum.last { $0 != 0 } ?? 0
    }

    /// Adds a number to an expansion: doubles that do not overlap, the smallest first, whose sum is exact.
    private static func grow(_ sum: inout [Double], by number: Double) {
        var carry = number
        for i in sum.indices {
            let total = carry + sum[i]
            let virtual = total - carry
            sum[i] = (carry - (total - virtual)) + (sum[i] - virtual)
            carry = total
        }
        sum.append(carry)
    }
}
