import Glibc

/// This process, as others see it.
package enum ProcessIdentity {
    /// The real user.
    package static var userID: UInt32 { getuid() }

    /// The effective user, whom the kernel lets do things.
    package static var effectiveUserID: UInt32 { geteuid() }

    /// The process number.
    package static var processID: Int32 { getpid() }

    /// The value of an environment variable.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Raises the number of descriptors this process may open as far as its owner allows.
    ///
    /// The usual soft limit of 1024 is a courtesy to programs that call `select`, which this is not.
    ///
    /// - Returns: The limit in force.
    @discardableResult
    package static func raiseDescriptorLimit() throws(SystemError) -> UInt {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw SystemError("getrlimit")
        }
        limit.rlim_cur = limit.rlim_max
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw SystemError("setrlimit")
        }
        return limit.rlim_cur
    }
}
