import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkPolylines

@Suite("Polyline resampling")
struct ResamplingTests {
    @Test("along the equator, samples are where arithmetic expects them")
    func equator() {
        let line = Polyline([coordinate(0, -179.9), coordinate(0, 179.9), coordinate(0, 179)])
        // 1.1 degrees are 122.3 km: 12 steps and a remainder.
        let samples = line.samples(every: .kilometers(10))
        #expect(samples.count == 14)
        let degree = Sphere.earth.radius.value * .pi / 180
        for (i, sample) in samples.enumerated() {
            let metres = i == 13 ? 1.1 * degree : Double(i) * 10_000
            #expect(abs(sample.distance.value - metres) < 1e-6)
            let longitude = (-179.9 - metres / degree).remainder(dividingBy: 360)
            #expect(abs(sample.coordinate.longitude - longitude) < 1e-11)
            #expect(abs(sample.coordinate.latitude) < 1e-11)
        }
        #expect(samples.map(\.vertex) == [0] + Array(repeating: nil, count: 12) + [2])
        #expect(abs(line.length().value - 1.1 * degree) < 1e-6)
    }

    @Test(
        "samples lie on the line at their distances, including ends and stops", arguments: 1...5 as ClosedRange<UInt64>
    )
    func onTheLine(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for (name, line, _) in SimplificationTests.lines(60, seed: seed) {
            let polyline = Polyline(line)
            // The distance to each vertex, by a plain sum.
            var offsets = [0.0]
            for (a, b) in zip(line, line.dropFirst()) {
                offsets.append(offsets[offsets.count - 1] + Sphere.earth.distance(from: a, to: b).value)
            }
            let length = offsets[offsets.count - 1]
            #expect(abs(polyline.length().value - length) <= length * 1e-14)
            let stops = (0..<4).map { _ in Int.random(in: line.indices, using: &generator) }
            let step = length / Double.random(in: 3...300, using: &generator)
            let samples = polyline.samples(every: Meters(step), keeping: stops)
            #expect(Set(samples.compactMap(\.vertex)) == Set(stops + [0, line.count - 1]))
            #expect(samples.filter { $0.vertex == nil }.count == Int(length / step), "\(name)")
            #expect(polyline.resampled(every: Meters(step), keeping: stops).coordinates == samples.map(\.coordinate))
            var steps = 0
            var segment = 0
            var previous = -1.0
            for sample in samples {
                #expect(sample.distance.value >= previous)
                previous = sample.distance.value
                if let vertex = sample.vertex {
                    #expect(sample.coordinate == line[vertex])
                    #expect(abs(sample.distance.value - offsets[vertex]) <= length * 1e-14)
                    continue
                }
                steps += 1
                #expect(sample.distance.value == Double(steps) * step)
                while offsets[segment + 1] < sample.distance.value { segment += 1 }
                let (a, b) = (line[segment], line[segment + 1])
                #expect(metres(from: sample.coordinate, toSegmentFrom: a, to: b) < 1e-6)
                let along = offsets[segment] + Sphere.earth.distance(from: a, to: sample.coordinate).value
                #expect(abs(along - sample.distance.value) < 1e-6 + length * 1e-14)
            }
        }
    }

    @Test("a length of a whole number of steps has no extra sample near its end")
    func wholeSteps() {
        let end = Sphere.earth.destination(from: coordinate(37, 127), bearing: 30, distance: .kilometers(5))
        let samples = Polyline([coordinate(37, 127), end]).samples(every: .kilometers(1))
        #expect(samples.count == 6)
        #expect(samples.last?.vertex == 1)
    }

    @Test("short lines, one repeated place, and steps longer than the line")
    func degenerate() {
        let place = coordinate(37, 127)
        let other = coordinate(37.1, 127)
        func vertices(_ line: [Coordinate], _ stops: [Int] = []) -> [Int?] {
            Polyline(line).samples(every: .kilometers(100), keeping: stops).map(\.vertex)
        }
        #expect(vertices([]) == [])
        #expect(vertices([place]) == [0])
        #expect(vertices([place, place, place]) == [0, 2])
        #expect(vertices([place, place, place, other], [1]) == [0, 1, 3])
        #expect(Polyline([]).length() == .zero && Polyline([place]).length() == .zero)
    }

    @Test("an invalid step is a caller's mistake")
    func preconditions() async {
        await #expect(processExitsWith: .failure) { _ = Polyline([]).resampled(every: .zero) }
        await #expect(processExitsWith: .failure) { _ = Polyline([]).resampled(every: Meters(.infinity)) }
        await #expect(processExitsWith: .failure) {
            _ = Polyline([coordinate(0, 0), coordinate(0, 1)]).resampled(every: Meters(1e-9))
        }
    }
}
