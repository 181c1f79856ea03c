import LinuxSystem
import Testing

@Suite("A barrier on the network", .timeLimit(.minutes(1)))
struct NetworkBarrierTests {
    @Test("is not found before this machine", arguments: ["127.0.0.1", "::1", "localhost"])
    func none(host: String) {
        #expect(NetworkBarrier.find(before: host, port: 1) == nil)
    }

    @Test("is told with what would remove it")
    func words() {
        #expect(
            NetworkBarrier(address: "192.0.2.7", isNameServer: false).description
                == "nothing may be sent to 192.0.2.7; does IPAddressAllow= of the service name it?"
        )
        #expect(
            NetworkBarrier(address: "192.0.2.53", isNameServer: true).description
                == "the name server 192.0.2.53 may not be asked; give the address in numbers, or let IPAddressAllow= "
                + "of the service name that of the name server, too"
        )
    }
}
