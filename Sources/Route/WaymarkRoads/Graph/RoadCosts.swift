package import WaymarkRoutes
import WaymarkText

import func WaymarkC.exp

/// What a profile is, and what its turns and entries cost: all that is kept of a profile once its roads are known.
package struct RoadCosts: Hashable, Sendable {
    package var name: String
    package var mode: TravelMode
    /// Seconds.
    package var signal, crossing, turn, turnSquared, uTurn, destination: Double
    /// Turns to one side cost more than to the other.
    package var bias: Double

    /// The seconds of a turn by an angle to the right, in degrees: a logistic function, or the square of the angle, as in OSRM's
    /// profiles for cars and for bicycles; turns to the right are the cheaper ones.
    func seconds(ofTurn angle: Double) -> Double {
        let bias = angle >= 0 ? bias : 1 / bias
        let square = turnSquared / bias * (angle / 90) * (angle / 90)
        return turn == 0 ? square : square + turn / (1 + exp(-(13 / bias * abs(angle) / 180 - 6.5 * bias)))
    }

    /// A line of a file.
    var line: String {
        ([name, mode.rawValue]
            + [signal, crossing, turn, turnSquared, uTurn, destination, bias].map { NumberText.shortest($0) })
            .joined(separator: "\t")
    }
}

extension RoadCosts {
    /// Reads ``line``; nil from another text.
    init?(_ line: Substring) {
        let cells = line.split(separator: "\t")
        let numbers = cells.dropFirst(2).compactMap { NumberParser.double($0) }
        guard cells.count == 9, numbers.count == 7, numbers.allSatisfy({ 0 <= $0 && $0 <= 1e6 }),
            0.01...100 ~= numbers[6]
        else {
            return nil
        }
        self.init(
            name: String(cells[0]), mode: TravelMode(rawValue: String(cells[1])), signal: numbers[0],
            crossing: numbers[1], turn: numbers[2], turnSquared: numbers[3], uTurn: numbers[4],
            destination: numbers[5], bias: numbers[6])
    }
}

/// What searches compare, as one integer: sixteenths of a hundredth of a second, of which the last four bits count entries into roads
/// that are for destinations only.
///
/// Sums of integers do not depend on their order, so all searches agree to the bit. Ways of more than a week are not found, and what
/// takes half of that from one junction to the next is not travelled; of more than fifteen entries the duration is not exact.
enum RoadWeight {
    /// What is not reached; two of these fit into 32 bits.
    static let never: UInt32 = 0x7fff_fff0

    /// What is as heavy is not found: so no sum of two ways to a state above both is cut off.
    static let farthest = never / 2
    /// The hundredths of a second of the longest arc.
    static let longest = never >> 6

    static func of(seconds: Double) -> UInt32 { of(hundredths: UInt32(clamping: Int((seconds * 100).rounded()))) }

    static func of(hundredths: UInt32) -> UInt32 { hundredths >= never >> 4 ? never : hundredths << 4 }

    static func entry(_ seconds: Double) -> UInt32 { of(seconds: seconds) + 1 }

    /// The sum of two; both at most ``never``.
    @inline(__always)
    static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 { min(a &+ b, never) }

    /// The weight of a part of an arc, whose time is in hundredths of a second.
    static func part(_ fraction: Double, of time: UInt32) -> UInt32 {
        of(hundredths: UInt32((fraction * Double(time)).rounded()))
    }

    /// The seconds of a way, without what its entries weigh.
    static func seconds(_ weight: UInt32, _ costs: RoadCosts) -> Double {
        let entries = weight & 15
        return (Double(weight >> 4) - Double(entries) * Double(entry(costs.destination) >> 4)) / 100
    }
}
