package import Glibc

extension sockaddr_in {
    package init(port: UInt16, at address: String = "127.0.0.1") {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_addr.s_addr = inet_addr(address)
        sin_port = port.bigEndian
    }

    package var port: UInt16 { UInt16(bigEndian: sin_port) }

    /// Calls `body` with the address, which the kernel may replace.
    package mutating func withGeneric<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t) -> Result
    ) -> Result {
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }
}
