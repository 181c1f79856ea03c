/// Runs an engine with events chosen by the bytes, and checks its contract after every event.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var run = EngineRun(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    while run.step() {}
    run.finish()
    return 0
}
