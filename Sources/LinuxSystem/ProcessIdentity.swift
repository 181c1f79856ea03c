import Glibc

/// This process, as others see it.
package enum ProcessIdentity {
    /// The effective user, whom the kernel lets do things.
    package static var effectiveUserID: UInt32 { geteuid() }
}
