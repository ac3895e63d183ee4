import Foundation
import TestSupport
import Testing
import WaymarkRecommendations

@Suite struct ElementaryTests {
    @Test("logarithm and exponential agree with the C library")
    func agree() {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            let x = exp(Double.random(in: -600...600, using: &generator))
            #expect(abs(Elementary.logarithm(x) - log(x)) <= 4e-16 * max(1, abs(log(x))))
            let y = Double.random(in: -690...700, using: &generator)
            #expect(abs(Elementary.exponential(y) / exp(y) - 1) < 4e-15)
        }
        #expect(Elementary.logarithm(1) == 0)
        #expect(Elementary.exponential(0) == 1)
        #expect(Elementary.exponential(-800) == 0)
    }
}
