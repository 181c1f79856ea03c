import Glibc

/// Tells what changes in folders, through inotify.
package struct FolderWatch: ~Copyable {
    /// Names one watched folder.
    package struct Token: Hashable, Sendable {
        fileprivate let rawValue: CInt
    }

    /// Something that has changed.
    package enum Change: Hashable, Sendable {
        /// The entry was written, made, removed, renamed, or has other permissions.
        case entry(String, in: Token)

        /// The folder itself was removed or renamed, and is not watched any more.
        case folder(Token)

        /// More has changed than the kernel keeps.
        case tooMuch
    }

    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
    )
    private static let end = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)
    private static let overflow = UInt32(IN_Q_OVERFLOW)

    /// What to watch, for reading, with the loop's ``Poller``.
    package let descriptor: FileDescriptor

    /// Creates a watch of nothing.
    package init() throws(SystemError) {
        let number = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
        guard number >= 0 else { throw SystemError("inotify_init1") }
        descriptor = FileDescriptor(owning: number)
    }

    /// Begins to watch a folder; one that is watched already keeps its token.
    package borrowing func watch(_ path: String) throws(SystemError) -> Token {
        let number = unsafe inotify_add_watch(descriptor.rawValue, path, Self.events)
        guard number >= 0 else { throw SystemError("inotify_add_watch", on: path) }
        return Token(rawValue: number)
    }

    /// Ends the watch of a folder.
    package borrowing func unwatch(_ token: Token) {
        _ = inotify_rm_watch(descriptor.rawValue, token.rawValue)
    }

    /// Takes what has changed since the last call, a bounded amount; empty when there is nothing more.
    package borrowing func changes() throws(SystemError) -> [Change] {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let number = descriptor.rawValue
        let length = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe read(number, bytes.baseAddress, bytes.count)
        }
        guard length >= 0 else {
            if errno == EAGAIN || errno == EINTR { return [] }
            throw SystemError("read", on: "inotify")
        }
        var changes: [Change] = []
        var position = 0
        // struct inotify_event: watch, mask, cookie, length of the name that follows, padded with zero bytes.
        while position + 16 <= length {
            let field = { (index: Int) in
                unsafe buffer.withUnsafeBytes {
                    unsafe $0.loadUnaligned(fromByteOffset: position + 4 * index, as: UInt32.self)
                }
            }
            let token = Token(rawValue: CInt(bitPattern: field(0)))
            let mask = field(1)
            let end = position + 16 + Int(field(3))
            let name = buffer[(position + 16)..<end].prefix { $0 != 0 }
            position = end
            if mask & Self.overflow != 0 {
                changes.append(.tooMuch)
            } else if mask & Self.end != 0 {
                changes.append(.folder(token))
            } else if !name.isEmpty {
                changes.append(.entry(String(decoding: name, as: UTF8.self), in: token))
            } else {
                // The folder's own permissions.
                changes.append(.entry("", in: token))
            }
        }
        return changes
    }
}
