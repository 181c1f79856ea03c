import CLinux

/// An address to which the system lets this program send nothing.
///
/// A service may reach only what `IPAddressAllow=` names; a packet filter has the same effect.
package struct NetworkBarrier: Hashable, Sendable, CustomStringConvertible {
    /// The address, in numbers.
    package let address: String

    /// Whether it is that of the name server that would have to be asked first.
    package let isNameServer: Bool

    /// Creates a barrier before the machine itself, or before the name server to ask for it.
    package init(address: String, isNameServer: Bool) {
        self.address = address
        self.isNameServer = isNameServer
    }

    /// Finds what stands between this program and another machine.
    ///
    /// It blocks as long as resolving takes, and for three seconds more where there is a barrier. It connects only then.
    ///
    /// - Returns: The barrier, or `nil` when none is known of.
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

    /// What is barred and what to do, for a person.
    package var description: String {
        guard isNameServer else {
            return "nothing may be sent to \(address); does IPAddressAllow= of the service name it?"
        }
        return
            "the name server \(address) may not be asked; give the address in numbers, or let IPAddressAllow= "
            + "of the service name that of the name server, too"
    }
}
