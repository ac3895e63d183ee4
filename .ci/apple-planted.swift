// What .ci/apple has to find, each time it runs: the lines that say so, and no other.
import Synchronization

func spans(_ array: [Int], _ contiguous: ContiguousArray<Int>, _ text: String) -> Int {
    array.span.count  // newer than macOS 15
        + array[...].span.count
        + contiguous.span.count
        + text.utf8.span.count  // newer than macOS 15
        + ContiguousArray(text.utf8).span.count
}

struct Inline: ~Copyable {
    var numbers: InlineArray<4, Int>  // newer than macOS 15
    var wide: Int128
    let lock = Mutex(0)
}

func utf8(_ text: UTF8Span) -> Int { text.count }  // newer than macOS 15

@available(macOS 26, *)
func guarded(_ array: [Int]) -> Int { array.span.count }
