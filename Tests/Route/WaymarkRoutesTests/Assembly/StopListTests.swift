import Foundation
import TestSupport
import Testing
import WaymarkRoutes
import WaymarkTimes

@Suite("StopList")
struct StopListTests {
    private func numbers(_ list: StopList) -> [Int?] { list.map { list.number(of: $0.id) } }

    @Test("a stop's number is its position plus one, found by its id")
    func numbersFollowTheOrder() throws {
        var list = numberedStops([5, 3, 8, 1])
        #expect(numbers(list) == [1, 2, 3, 4])
        #expect(list.move("s1", to: 0) == 3)
        #expect(list.map(\.id) == ["s1", "s5", "s3", "s8"])
        #expect(numbers(list) == [1, 2, 3, 4])
        #expect(list.move("s1", to: 2) == 0)
        #expect(list.map(\.id) == ["s5", "s3", "s1", "s8"])
        #expect(list.number(of: "s8") == 4)
        list.reverse()
        #expect(list.number(of: "s8") == 1 && list.number(of: "s5") == 4)
        try list.insert(numberedStop(7), at: 1)
        #expect(list.map(\.id) == ["s8", "s7", "s1", "s3", "s5"])
        #expect(numbers(list) == [1, 2, 3, 4, 5])
        #expect(list.number(of: "s2") == nil && list.index(of: "s2") == nil && list[id: "s2"] == nil)
    }

    @Test("one place visited twice has two numbers")
    func onePlaceTwice() throws {
        let hotel = coordinate(37.5, 127)
        let list = try StopList([
            Stop(id: "out", name: "Hotel", coordinate: hotel), numberedStop(1),
            Stop(id: "back", name: "Hotel", coordinate: hotel),
        ])
        #expect(list.number(of: "out") == 1)
        #expect(list.number(of: "back") == 3)
    }

    @Test("removing twice, and moving or replacing a removed stop, has no effect")
    func changesByIDAreIdempotent() throws {
        var list = numberedStops(0..<4)
        #expect(list.remove("s1") == numberedStop(1))
        let once = list
        #expect(list.remove("s1") == nil)
        #expect(list.move("s1", to: 99) == nil)
        #expect(try list.replace("s1", with: numberedStop(9)) == nil)
        #expect(list == once)
        #expect(list.map(\.id) == ["s0", "s2", "s3"])
        #expect(numbers(list) == [1, 2, 3])
    }

    @Test("a stop is replaced at its position, by itself or by another")
    func replacing() throws {
        var list = numberedStops(0..<3)
        #expect(try list.replace("s1", with: numberedStop(1, name: "renamed")) == numberedStop(1))
        #expect(list[1].name == "renamed")
        try list.replace("s1", with: numberedStop(7))
        #expect(list.map(\.id) == ["s0", "s7", "s2"])
        #expect(list.number(of: "s7") == 2 && list.number(of: "s1") == nil)
    }

    @Test("an id already in the list is refused, and the list is unchanged")
    func repeatedIDsAreRefused() throws {
        #expect(throws: StopListError.repeatedID("s1", at: 0, and: 2)) {
            try StopList([numberedStop(1), numberedStop(2), numberedStop(1)])
        }
        var list = numberedStops(0..<3)
        let before = list
        #expect(throws: StopListError.repeatedID("s2", at: 2, and: 3)) {
            try list.append(numberedStop(2, name: "other"))
        }
        #expect(throws: StopListError.repeatedID("s2", at: 2, and: 0)) { try list.insert(numberedStop(2), at: 0) }
        #expect(throws: StopListError.repeatedID("s2", at: 2, and: 1)) { try list.replace("s1", with: numberedStop(2)) }
        #expect(list == before)
        #expect(StopListError.repeatedID("s2", at: 2, and: 0).description == "stops 3 and 1 have the same id, \"s2\"")
    }

    @Test("random edits leave the list as the same edits of an array would", arguments: 1...20 as ClosedRange<UInt64>)
    func randomEditsEqualThoseOfAnArray(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var list = StopList()
        var plain: [Stop] = []
        for _ in 0..<500 {
            let id = Int.random(in: 0..<30, using: &generator)
            let place = plain.firstIndex { $0.id == "s\(id)" }
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1:
                let target = Int.random(in: 0...plain.count, using: &generator)
                if place == nil { plain.insert(numberedStop(id), at: target) }
                #expect((try? list.insert(numberedStop(id), at: target)) != nil ? place == nil : place != nil)
            case 2:
                if let place { plain.remove(at: place) }
                #expect((list.remove("s\(id)") == nil) == (place == nil))
            case 3 where !plain.isEmpty:
                let target = Int.random(in: 0..<plain.count, using: &generator)
                if let place { plain.insert(plain.remove(at: place), at: target) }
                #expect(list.move("s\(id)", to: target) == place)
            case 4:
                let other = Int.random(in: 0..<30, using: &generator)
                let isFree = other == id || !plain.contains { $0.id == "s\(other)" }
                if let place, isFree { plain[place] = numberedStop(other) }
                #expect(
                    (try? list.replace("s\(id)", with: numberedStop(other))) != nil ? isFree : place == nil || !isFree)
            default:
                plain.reverse()
                list.reverse()
            }
            #expect(Array(list) == plain)
            for number in 0..<30 {
                #expect(list.index(of: "s\(number)") == plain.firstIndex { $0.id == "s\(number)" })
            }
        }
    }

    @Test("random edits of a long list leave it, and every copy of it, as the same edits of an array would")
    func randomEditsOfLongLists() throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            var list = numberedStops(0..<(seed == 1 ? 0 : 1500))
            var plain = Array(list)
            var copies: [(StopList, [Stop])] = []
            var next = plain.count
            for step in 0..<4000 {
                // Many stops are inserted at one position; then the list is emptied.
                let isGrowing = step < 2500
                let place = Int.random(in: 0...plain.count, using: &generator)
                switch Int.random(in: 0..<(isGrowing ? 6 : 12), using: &generator) {
                case 0, 1, 2, 3:
                    let target = step % 3 == 0 ? min(plain.count, 70) : place
                    try list.insert(numberedStop(next), at: target)
                    plain.insert(numberedStop(next), at: target)
                    next += 1
                case 4 where place < plain.count:
                    let target = Int.random(in: 0..<plain.count, using: &generator)
                    #expect(list.move(plain[place].id, to: target) == place)
                    plain.insert(plain.remove(at: place), at: target)
                case 5 where place < plain.count:
                    #expect(try list.replace(plain[place].id, with: numberedStop(next)) == plain[place])
                    plain[place] = numberedStop(next)
                    next += 1
                case 6... where place < plain.count:
                    #expect(list.remove(plain[place].id) == plain[place])
                    plain.remove(at: place)
                default:
                    if step % 5 == 0 {
                        list.reverse()
                        plain.reverse()
                    }
                }
                if step % 500 == 0 { copies.append((list, plain)) }
                #expect(list.count == plain.count)
                guard let probe = plain.indices.randomElement(using: &generator) else { continue }
                #expect(list[probe] == plain[probe] && list.index(of: plain[probe].id) == probe)
            }
            copies.append((list, plain))
            for (list, plain) in copies {
                #expect(Array(list) == plain)
                #expect(plain.enumerated().allSatisfy { list.index(of: $1.id) == $0 && list[id: $1.id] == $1 })
                #expect(try list == StopList(plain) && list.hashValue == StopList(plain).hashValue)
            }
            while let stop = plain.popLast() { #expect(list.remove(stop.id) == stop) }
            #expect(list.isEmpty && list.index(of: "s1") == nil)
            try list.append(numberedStop(1))
            #expect(Array(list) == [numberedStop(1)])
        }
    }

    @Test("a change to a long list with a copy costs only in proportion to the change")
    func changesOfCopies() throws {
        // Changing every later position, and a whole copy, took 50 times as long.
        let lists = [2000: numberedStops(0..<2000), 100_000: numberedStops(0..<100_000)]
        let growth = try growth(from: 2000, to: 100_000) { count in
            for number in 0..<20 {
                var list = try #require(lists[count])
                try list.insert(numberedStop(-1 - number), at: number)
                list.remove("s\(number)")
                list.move("s\(100 + number)", to: number)
                try list.replace("s\(200 + number)", with: numberedStop(200 + number, name: "renamed"))
                #expect(list.count == count)
            }
        }
        #expect(growth < 15)
    }

    @Test("equal stops make equal lists, regardless of their history")
    func equality() throws {
        var list = numberedStops([2, 0, 1])
        list.move("s2", to: 2)
        #expect(list == numberedStops(0..<3))
        #expect(Set([list, numberedStops(0..<3), numberedStops([1, 0])]).count == 2)
    }

    @Test("a list is encoded as an array, and one with a repeated id is refused")
    func coding() throws {
        let list = numberedStops(0..<3)
        let data = try JSONEncoder().encode(list)
        #expect(try JSONDecoder().decode([Stop].self, from: data) == Array(list))
        #expect(try JSONDecoder().decode(StopList.self, from: data) == list)
        let twice = try JSONEncoder().encode([numberedStop(4), numberedStop(4)])
        #expect {
            try JSONDecoder().decode(StopList.self, from: twice)
        } throws: { error in
            guard case DecodingError.dataCorrupted(let context) = error else { return false }
            return context.debugDescription == "stops 1 and 2 have the same id, \"s4\""
        }
        #expect(try JSONDecoder().decode(StopList.self, from: Data("[]".utf8)).isEmpty)
    }

    @Test("a stop with a negative stay is refused in encoding and decoding: it was encoded")
    func negativeStay() throws {
        var stop = numberedStop(4)
        stop.stay = .seconds(5)
        let text = String(decoding: try JSONEncoder().encode([stop]), as: UTF8.self)
        stop.stay = .seconds(-5)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([stop]) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(Route(stops: [stop], legs: [])) }
        let data = Data(text.replacing("\"stay_s\":5", with: "\"stay_s\":-5").utf8)
        #expect(data != Data(text.utf8))
        #expect {
            try JSONDecoder().decode([Stop].self, from: data)
        } throws: { error in
            guard case DecodingError.dataCorrupted(let context) = error else { return false }
            return context.codingPath.last?.stringValue == "stay_s"
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(StopList.self, from: data) }
        stop.stay = .seconds(60)
        (stop.arrival, stop.timeZone) = (Date(timeIntervalSince1970: 1e9), ClockZone(identifier: "Asia/Seoul"))
        #expect(try JSONDecoder().decode(Stop.self, from: JSONEncoder().encode(stop)) == stop)
    }

    @Test("a list may be long")
    func longLists() throws {
        var list = numberedStops(0..<100_000)
        #expect(list.number(of: "s99999") == 100_000)
        list.reverse()
        #expect(list.number(of: "s99999") == 1)
    }

    @Test("a position outside the list is a caller's mistake")
    func placesOutside() async {
        await #expect(processExitsWith: .failure) {
            var list = numberedStops(0..<2)
            try list.insert(numberedStop(5), at: 3)
        }
        await #expect(processExitsWith: .failure) {
            var list = numberedStops(0..<2)
            list.move("s0", to: 2)
        }
    }
}
