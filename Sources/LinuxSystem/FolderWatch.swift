import Glibc

/// Tells what changes in folders, through inotify.
package struct FolderWatch: ~Copyable {
    /// Names one watched folder.
    package struct Token: Hashable, Sendable {
        fileprivate let rawValue: CInt
    }

    /// Something that has changed.
    package enum Change: Hashable, Sendable {
        /// The entry - empty for the folder itself - was written, made, removed, renamed, or has other permissions.
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
        guard case .bytes(let count) = try descriptor.read(into: &buffer) else { return [] }
        return InotifyEvents(buffer[..<count]).map { event in
            let token = Token(rawValue: event.number)
            if event.isOverflow { return .tooMuch }
            return event.mask & Self.end != 0 ? .folder(token) : .entry(event.name, in: token)
        }
    }
}
