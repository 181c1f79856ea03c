import Glibc

/// The identity of this process.
package enum ProcessIdentity {
    /// The effective user ID.
    package static var effectiveUserID: UInt32 { geteuid() }
}

/// The limits of this process.
package enum ProcessLimits {
    /// The number of descriptors that the process may have open; `nil` if the system does not say.
    package static var descriptors: Int? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 else {
            return nil
        }
        return Int(clamping: limit.rlim_cur)
    }
}
