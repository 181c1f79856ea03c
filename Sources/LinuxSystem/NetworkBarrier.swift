import CLinux

/// An address that the system does not let this program send to.
///
/// The cause is the unit's `IPAddressAllow=` setting or a packet filter.
package struct NetworkBarrier: Hashable, Sendable, CustomStringConvertible {
    package let address: String

    /// Whether the address is that of the name server needed to resolve the host's name.
    package let isNameServer: Bool

    /// Finds the barrier between this program and a host.
    ///
    /// Blocks while the name is resolved. If there seems to be a barrier, it also tries to connect, for three seconds.
    package static func find(before host: String, port: UInt16) -> Self? {
        var barrier = waymark_barrier()
        guard unsafe waymark_find_barrier(host, CInt(port), &barrier) != 0 else { return nil }
        return Self(barrier)
    }

    init?(_ barrier: waymark_barrier) {
        address = unsafe withUnsafeBytes(of: barrier.address) { address in
            unsafe String(decoding: address.prefix { $0 != 0 }, as: UTF8.self)
        }
        isNameServer = barrier.is_name_server != 0
        if address.isEmpty { return nil }
    }

    /// What is not permitted and what to do about it, for a message.
    package var description: String {
        guard isNameServer else {
            return "not permitted to send to \(address); add it to IPAddressAllow= of the service"
        }
        return
            "not permitted to ask the name server \(address); use a numeric address, or add the name server to "
            + "IPAddressAllow= of the service as well"
    }
}
