import Fuzzers
import Glibc

/// Tries one input; libFuzzer brings `main`.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// What the variable `FUZZER` names.
private let chosen: @Sendable ([UInt8]) -> Void = {
    let name = unsafe getenv("FUZZER").map { unsafe String(cString: $0) } ?? ""
    guard let fuzzer = fuzzers[name] else {
        print("FUZZER names none of \(fuzzers.keys.sorted())")
        exit(2)
    }
    return fuzzer
}()
