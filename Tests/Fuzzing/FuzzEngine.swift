/// Runs an engine with events chosen by the bytes, and checks its contract after every event.
func fuzzEngine(_ input: [UInt8]) {
    var run = EngineRun(input)
    while run.step() {}
    run.finish()
}
