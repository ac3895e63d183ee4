internal import WaymarkText

/// The letters of a name, divided into the places that it lists and what stands in parentheses.
///
/// Places are joined by & or /, by a comma, a plus or a middle dot beside a blank, or by 및. 4·3 and 허균·허난설헌 are none such.
struct ListedPlaces {
    struct Letter {
        var scalar: UInt32
        var isWordStart: Bool
        /// Whether it is the first of a place behind another.
        var isJoined = false
        /// The number of the parentheses in which it stands; 0 for none.
        var parentheses = 0
    }

    private(set) var places: [(letters: ContiguousArray<Letter>, isRest: Bool)] = []
    private(set) var aside: ContiguousArray<Letter> = []

    init(_ name: Span<UInt8>) {
        var (letters, gap): (ContiguousArray<Letter>, Gap) = ([], Gap())
        letters.reserveCapacity(name.count / 3 + 1)
        var end = 0
        NameFolding.forEachLetter(of: name) { scalar, place, isWordStart in
            if isWordStart { gap.read(name, end..<max(end, place.lowerBound)) }
            end = place.upperBound
            var letter = Letter(scalar: scalar, isWordStart: isWordStart)
            if gap.depth > 0 {
                letter.parentheses = gap.number
            } else {
                (letter.isJoined, gap.isJoint) = (gap.isJoint, false)
            }
            letters.append(letter)
        }
        if gap.number > 0 {
            aside = letters.filter { $0.parentheses > 0 }
            // A name in parentheses is one.
            if aside.count == letters.count { aside = [] } else { letters.removeAll { $0.parentheses > 0 } }
        }
        divide(letters)
        readOtherName()
    }

    private mutating func divide(_ letters: ContiguousArray<Letter>) {
        var (start, isRest) = (0, false)
        func isPlace(_ letters: ContiguousArray<Letter>) -> Bool {
            letters.count > 1 && !letters.allSatisfy { 0x30...0x39 ~= $0.scalar }
        }
        func close(_ end: Int) {
            if let last = places.last, !isPlace(last.letters) || !isPlace(ContiguousArray(letters[start..<end])) {
                places[places.count - 1].letters += letters[start..<end]
            } else if start < end {
                places.append((ContiguousArray(letters[start..<end]), isRest))
            }
        }
        for i in letters.indices.dropFirst() {
            if letters[i].isJoined {
                close(i)
                start = i
            } else if letters[i].scalar == Self.and, letters[i].isWordStart, i + 1 < letters.count,
                letters[i + 1].isWordStart
            {
                close(i)
                (start, isRest) = (i + 1, true)
            }
        }
        close(letters.count)
    }

    /// Adds the name that 현, 구 or 옛 introduces in parentheses.
    private mutating func readOtherName() {
        for i in aside.indices.dropLast(2) {
            guard i == 0 || aside[i - 1].parentheses < aside[i].parentheses, Self.marks.contains(aside[i].scalar),
                aside[i + 1].isWordStart
            else { continue }
            let letters = aside[(i + 1)...].prefix { $0.parentheses == aside[i].parentheses }
            if letters.count > 1 { places.append((ContiguousArray(letters), false)) }
        }
    }

    /// 및, as a word.
    private static let and: UInt32 = 0xBC0F
    private static let marks: [UInt32] = "현구옛".unicodeScalars.map(\.value)

    /// What stands between two letters.
    private struct Gap {
        var (depth, number, isJoint) = (0, 0, false)

        mutating func read(_ name: Span<UInt8>, _ gap: Range<Int>) {
            var (hasBlank, mayJoin) = (false, false)
            for i in gap {
                switch name[i] {
                case UInt8(ascii: "("): open()
                case UInt8(ascii: ")"): close()
                case UInt8(ascii: "&"), UInt8(ascii: "/"): isJoint = isJoint || depth == 0
                case UInt8(ascii: " "): hasBlank = true
                case UInt8(ascii: ","), UInt8(ascii: "+"): mayJoin = true
                // ·, and ㆍ ・ 、
                case 0xB7 where i > gap.lowerBound && name[i - 1] == 0xC2, 0xE3: mayJoin = true
                case 0xEF where i + 2 < gap.upperBound && name[i + 1] == 0xBC:
                    switch name[i + 2] {
                    case 0x88: open()
                    case 0x89: close()
                    case 0x86, 0x8F: isJoint = isJoint || depth == 0
                    default: mayJoin = true
                    }
                default: break
                }
            }
            if depth == 0, hasBlank, mayJoin { isJoint = true }
        }

        private mutating func open() {
            if depth == 0 { number += 1 }
            depth += 1
        }

        private mutating func close() { depth = max(0, depth - 1) }
    }
}
