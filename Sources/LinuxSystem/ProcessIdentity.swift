import Glibc

/// The identity of this process.
package enum ProcessIdentity {
    /// The effective user ID.
    package static var effectiveUserID: UInt32 { geteuid() }
}
