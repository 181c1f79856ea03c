import LinuxSystem
import TestSupport
import Testing

@Suite("A network barrier", .ownThreads, .timeLimit(.minutes(10)))
struct NetworkBarrierTests {
    @Test("is not found in front of this machine", arguments: ["127.0.0.1", "::1", "localhost"])
    func none(host: String) {
        #expect(NetworkBarrier.find(before: host, port: 1) == nil)
    }
}
