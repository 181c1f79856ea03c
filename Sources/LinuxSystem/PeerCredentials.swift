import CLinux
import Glibc

/// The user, groups and process at the other end of a local connection, as the kernel recorded them at `connect`.
package struct PeerCredentials: Sendable {
    package let userID: UInt32
    package let groupID: UInt32
    package let supplementaryGroups: Set<UInt32>

    /// The process may have ended, and its ID may belong to another process by now.
    package let processID: Int32

    /// The process itself; `nil` if it had already ended.
    package let process: PeerProcess?

    /// Creates credentials for tests and for inherited connections.
    package init(
        userID: UInt32,
        groupID: UInt32,
        supplementaryGroups: Set<UInt32> = [],
        processID: Int32,
        process: PeerProcess? = nil
    ) {
        self.userID = userID
        self.groupID = groupID
        self.supplementaryGroups = supplementaryGroups
        self.processID = processID
        self.process = process
    }

    package init(of stream: UnixStream) throws(SystemError) {
        var peer = waymark_peer()
        guard unsafe waymark_peer_credentials(stream.descriptor.rawValue, &peer) == 0 else {
            throw SystemError("getsockopt", on: "SO_PEERCRED")
        }
        self.init(
            userID: peer.uid,
            groupID: peer.gid,
            supplementaryGroups: Self.groups(of: stream),
            processID: peer.pid,
            process: PeerProcess(of: stream) ?? PeerProcess(numbered: peer.pid)
        )
    }

    package func isMember(of group: UInt32) -> Bool {
        groupID == group || supplementaryGroups.contains(group)
    }

    /// The kernel's limit on the number of groups of a process.
    private static let groupLimit = 65_536

    /// Returns the supplementary groups; none if the kernel does not report them, which grants nothing.
    private static func groups(of stream: UnixStream) -> Set<UInt32> {
        let descriptor = stream.descriptor.rawValue
        var room = 64
        while room <= groupLimit {
            var count: CInt = -1
            let groups = unsafe [UInt32](unsafeUninitializedCapacity: room) { buffer, initialized in
                count = unsafe waymark_peer_groups(descriptor, buffer.baseAddress, CInt(room))
                initialized = max(Int(count), 0)
            }
            if count >= 0 { return Set(groups) }
            guard errno == ERANGE else { return [] }
            room *= 32
        }
        return []
    }
}

/// A process that cannot be confused with a later one of the same ID.
package final class PeerProcess: Sendable {
    package let descriptor: FileDescriptor

    /// Whether the kernel itself identified the process, as it does since Linux 6.5.
    ///
    /// If `false`, the process was found by its ID when the connection was accepted. If the process that connected had
    /// ended by then and its ID had been reused, this is the later process.
    package let isCertain: Bool

    private init?(owning number: CInt, isCertain: Bool) {
        guard number >= 0 else { return nil }
        descriptor = FileDescriptor(owning: number)
        self.isCertain = isCertain
    }

    /// Opens the process at the other end of `stream`; `nil` if the kernel does not support it.
    convenience init?(of stream: UnixStream) {
        var number: CInt = -1
        var length = socklen_t(MemoryLayout<CInt>.size)
        let option = CInt(WAYMARK_SO_PEERPIDFD)
        guard unsafe getsockopt(stream.descriptor.rawValue, SOL_SOCKET, option, &number, &length) == 0
        else { return nil }
        self.init(owning: number, isCertain: true)
    }

    /// Opens the process that has this ID now; `nil` if there is none.
    package convenience init?(numbered processID: Int32) {
        self.init(owning: waymark_process_descriptor(processID), isCertain: false)
    }

    /// Duplicates a process descriptor from a trusted source, such as the message bus; the caller keeps its
    /// own.
    package convenience init?(duplicating number: CInt) {
        self.init(owning: fcntl(number, F_DUPFD_CLOEXEC, 3), isCertain: true)
    }

    /// Whether the process is still running.
    ///
    /// Information read by process ID is about this process only if it is still running *afterwards*. This polls the
    /// descriptor, because sending signal 0 fails for another user's process although it is running.
    package var isRunning: Bool {
        var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, 0) == 0
    }
}

/// The data about a process that the kernel shows to everybody.
package struct ProcessEntry {
    /// The process that started it, or that has adopted it since; 0 for none.
    package let parent: Int32

    /// When it was started, in clock ticks after the machine's start; distinguishes later processes of its
    /// number.
    package let startTicks: UInt64

    /// Parses the contents of `/proc/PID/stat`; `nil` if they have another form.
    package init?(_ line: [UInt8]) {
        // The name, in parentheses, may contain anything. The parent is the second word after it, the start the
        // twentieth.
        guard let nameEnd = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = line[(nameEnd + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 20)
        guard words.count > 19, let parent = Int32(String(decoding: words[1], as: UTF8.self)),
            let start = UInt64(String(decoding: words[19], as: UTF8.self))
        else { return nil }
        (self.parent, startTicks) = (parent, start)
    }
}
