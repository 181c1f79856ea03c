import CLinux

/// An address that the system does not let this program send to.
///
/// The cause is the unit's `IPAddressAllow=` setting or a packet filter.
package enum NetworkBarrier {
    /// Finds the barrier between this program and a host, and returns what is not permitted and what to do about it.
    ///
    /// Blocks while the name is resolved. If there seems to be a barrier, it also tries to connect, for three seconds.
    package static func find(before host: String, port: UInt16) -> String? {
        var barrier = waymark_barrier()
        guard unsafe waymark_find_barrier(host, CInt(port), &barrier) != 0 else { return nil }
        return text(of: barrier)
    }

    static func text(of barrier: waymark_barrier) -> String? {
        let address = unsafe withUnsafeBytes(of: barrier.address) { address in
            unsafe String(decoding: address.prefix { $0 != 0 }, as: UTF8.self)
        }
        if address.isEmpty { return nil }
        guard barrier.is_name_server != 0 else {
            return "not permitted to send to \(address); add it to IPAddressAllow= of the service"
        }
        return
            "not permitted to ask the name server \(address); use a numeric address, or add the name server to "
            + "IPAddressAllow= of the service as well"
    }
}
