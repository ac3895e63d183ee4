// One fuzzer under libFuzzer: waymark-fuzz NAME [libFuzzer's arguments]. Without a name, lists the fuzzers.

import CFuzzer
import FuzzerProperties
import Glibc

guard let fuzzer = Fuzzer.all.first(where: { $0.name == CommandLine.arguments.dropFirst().first }) else {
    for fuzzer in Fuzzer.all { print(fuzzer.name, fuzzer.maxLength) }
    exit(0)
}

// libFuzzer's callback cannot capture anything, so this is at the top level.
let check = fuzzer.check

var arguments = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
var count = CInt(arguments.count)
let code = unsafe pointers.withUnsafeMutableBufferPointer { pointers in
    var start = pointers.baseAddress
    return unsafe LLVMFuzzerRunDriver(&count, &start) { bytes, count in
        do {
            try check(unsafe ContiguousArray(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            fatalError("broken promise: \(error)")
        }
        return 0
    }
}
exit(code)
