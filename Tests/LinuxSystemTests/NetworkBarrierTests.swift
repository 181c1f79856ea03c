import LinuxSystem
import TestSupport
import Testing

@Suite("A network barrier", .ownThreads, .timeLimit(.minutes(10)))
struct NetworkBarrierTests {
    @Test("is not found in front of this machine", arguments: ["127.0.0.1", "::1", "localhost"])
    func none(host: String) {
        #expect(NetworkBarrier.find(before: host, port: 1) == nil)
    }

    @Test("is described with its remedy")
    func words() {
        #expect(
            NetworkBarrier(address: "192.0.2.7", isNameServer: false).description
                == "not permitted to send to 192.0.2.7; add it to IPAddressAllow= of the service"
        )
        #expect(
            NetworkBarrier(address: "192.0.2.53", isNameServer: true).description
                == "not permitted to ask the name server 192.0.2.53; use a numeric address, or add the name server to "
                + "IPAddressAllow= of the service as well"
        )
    }
}
