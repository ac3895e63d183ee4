import TestSupport
import Testing
import WaymarkRoutes

@Suite("RouteAssembler")
struct RouteAssemblerTests {
    @Test("answers in any order go to their legs")
    func answersGoToTheirLegs() async {
        let source = ControlledLegs()
        let assembler = RouteAssembler(source: source, width: 3)
        let stops = numberedStops(0..<4)
        var updates = assembler.assemble(stops, for: "trip").makeAsyncIterator()
        await source.wait { $0.underWay == 3 }
        for index in [2, 0, 1] {
            #expect(await assembler.route(for: "trip") == nil)
            await source.answer(stops[index], stops[index + 1])
            #expect(await updates.next() == .leg(index: index, .found(straightLeg(stops[index], stops[index + 1]))))
        }
        let route = Route(stops: Array(stops), legs: (0..<3).map { .found(straightLeg(stops[$0], stops[$0 + 1])) })
        #expect(await updates.next() == .finished(route))
        #expect(await updates.next() == nil)
        #expect(await assembler.route(for: "trip") == route)
    }

    @Test("no stop and one stop make a route without legs", arguments: 0...1)
    func withoutLegs(count: Int) async {
        let assembler = RouteAssembler(source: ControlledLegs())
        var updates = assembler.assemble(numberedStops(0..<count), for: "trip").makeAsyncIterator()
        #expect(await updates.next() == .finished(Route(stops: Array(numberedStops(0..<count)), legs: [])))
        #expect(await updates.next() == nil)
    }
}
