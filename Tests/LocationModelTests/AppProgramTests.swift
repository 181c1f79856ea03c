import LocationModel
import Testing

@Suite("What starts an app's program")
struct AppProgramTests {
    @Test("is a command of 4096 bytes at most", arguments: [(4096, true), (4097, false)])
    func command(bytes: Int, isCommand: Bool) {
        let text = "/" + String(repeating: "x", count: bytes - 1)
        #expect((ProgramCommand(text) != nil) == isCommand)
    }

    @Test("is a bus name of 255 bytes at most, as on the bus", arguments: [(255, true), (256, false)])
    func busName(bytes: Int, isName: Bool) {
        let text = "org." + String(repeating: "x", count: bytes - 4)
        #expect((BusName(text) != nil) == isName)
    }
}
