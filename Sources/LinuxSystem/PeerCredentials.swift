import CLinux
import Glibc

/// Who opened the other end of a local connection, as the kernel recorded it at that moment.
package struct PeerCredentials: Sendable {
    /// The user, which is the authority for every decision.
    package let userID: UInt32

    /// The primary group.
    package let groupID: UInt32

    /// The groups that it is in beside that.
    package let supplementaryGroups: Set<UInt32>

    /// The process, which may have ended since and whose number may be another's by now.
    package let processID: Int32

    /// The process itself, or `nil` for one that had already ended.
    package let process: PeerProcess?

    /// Creates credentials, for tests and for connections that were handed over.
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

    /// Reads the credentials of a connected local socket.
    package init(of stream: borrowing UnixStream) throws(SystemError) {
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

    /// Returns whether the peer is in a group.
    package func isMember(of group: UInt32) -> Bool {
        groupID == group || supplementaryGroups.contains(group)
    }

    /// The most groups that a process can be in, by the kernel's own limit.
    private static let groupLimit = 65_536

    /// Returns the groups beside the first; none where the kernel does not tell, which entitles to nothing.
    private static func groups(of stream: borrowing UnixStream) -> Set<UInt32> {
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

/// A process that cannot be mistaken for a later one of the same number.
package final class PeerProcess: Sendable {
    private let descriptor: FileDescriptor

    /// Whether the kernel itself named the process, as it does from 6.5 on.
    ///
    /// Where it is `false`, the process was found by its number when the connection was accepted. If the one that
    /// connected had ended and its number had come round again by then, this is the later one.
    package let isCertain: Bool

    /// Pins the process at the other end of `stream`, or returns `nil` where the kernel cannot.
    init?(of stream: borrowing UnixStream) {
        var number: CInt = -1
        var length = socklen_t(MemoryLayout<CInt>.size)
        let option = CInt(WAYMARK_SO_PEERPIDFD)
        guard unsafe getsockopt(stream.descriptor.rawValue, SOL_SOCKET, option, &number, &length) == 0,
            number >= 0
        else { return nil }
        descriptor = FileDescriptor(owning: number)
        isCertain = true
    }

    /// Pins the process that has a number now, or returns `nil` where there is none.
    package init?(numbered processID: Int32) {
        let number = waymark_process_descriptor(processID)
        guard number >= 0 else { return nil }
        descriptor = FileDescriptor(owning: number)
        isCertain = false
    }

    /// Whether the process still runs.
    ///
    /// What was read about its number is about this process only if it still runs *afterwards*. The
    /// descriptor is asked rather than a signal sent, which a foreign process refuses without being dead.
    package var isRunning: Bool {
        var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, 0) == 0
    }

    /// Lends the process descriptor to `body`.
    package func withDescriptor<Result>(_ body: (CInt) -> Result) -> Result { body(descriptor.rawValue) }
}
