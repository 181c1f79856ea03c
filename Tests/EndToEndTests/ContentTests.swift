import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import WaymarkInterfaces

@Suite("The content of a timeline", .ownThreads, .timeLimit(.minutes(10)))
struct ContentTests {
    @Test("reaches the host as the provider wrote it, byte for byte, also after a restart")
    func byteForByte() async throws {
        let content =
            #"{ "text" : "\u00e9\/\n \"😀" ,"big":123456789012345678901234567890, "tiny":1.50E-3,"#
            + "\n\t\"z\":[ null,-0 ,{} ],\"a\":true}"
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon)
        try ScriptedClient(daemon).call(HostInterface.Place(app: "org.example.app", kind: "where"))
        let reload = try await provider.nextReload()
        var timeline = provider.timeline(for: reload.request)
        timeline.entries[0].content = RawJSON(checked: content)
        try provider.calls.call(timeline)
        for _ in 0..<2 {
            let connection = try ScriptedClient(daemon).connection
            let first = try connection.stream(HostInterface.Watch.method).next(timeout: .seconds(30))
            let text = String(decoding: try #require(first).bytes, as: UTF8.self)
            #expect(text.contains(#""content":\#(content)"#), "\(text)")
            // For programs it is a line all the same.
            let shown = try #require(try await daemon.views().first)
            #expect(shown["entry"]["content"]["text"].string == "é/\n \"😀")
            try await daemon.restart()
        }
    }
}
