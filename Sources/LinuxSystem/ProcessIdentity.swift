import Glibc

package enum ProcessIdentity {
    package static var effectiveUserID: UInt32 { geteuid() }

    /// Gives up the rights of root for those of a user, with the user's groups, for as long as the process lives.
    package static func become(_ user: UInt32) throws(SystemError) {
        guard let entry = unsafe getpwuid(user) else {
            throw SystemError("getpwuid", on: "\(user)", code: ENOENT)
        }
        let group = unsafe entry.pointee.pw_gid
        guard unsafe initgroups(entry.pointee.pw_name, group) == 0 else { throw SystemError("initgroups") }
        guard setgid(group) == 0 else { throw SystemError("setgid") }
        guard setuid(user) == 0 else { throw SystemError("setuid") }
    }
}

package struct ProcessUsage: Hashable, Sendable {
    /// The time that it ran on processors, in its own code and in the kernel.
    package let processorTime: Duration

    /// The bytes of its memory that are in the machine's memory; `nil` if the system does not say.
    package let residentBytes: Int?

    /// The number of its open descriptors; `nil` if the system does not say.
    package let openDescriptors: Int?

    package static var current: ProcessUsage {
        var used = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        // The second word is the resident size in pages.
        let sizes = try? contentsOfFile("/proc/self/statm", atMost: 256).split(separator: UInt8(ascii: " "))
        let pages = sizes.flatMap { $0.count > 1 ? Int(String(decoding: $0[1], as: UTF8.self)) : nil }
        let names = try? Folder("/proc/self/fd").names(endingWith: "")
        return ProcessUsage(
            processorTime: .seconds(used.tv_sec) + .nanoseconds(used.tv_nsec),
            residentBytes: pages.map { $0 * Int(getpagesize()) },
            // Without the two that read the list.
            openDescriptors: names.map { $0.count - 2 }
        )
    }
}

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
