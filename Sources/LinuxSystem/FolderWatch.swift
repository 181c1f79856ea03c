import Glibc

package struct FolderWatch: ~Copyable {
    package struct Token: Hashable, Sendable {
        fileprivate let rawValue: CInt
    }

    package enum Change: Hashable, Sendable {
        /// The entry was created, written, removed or renamed, or its permissions changed. Empty for the folder itself.
        case entry(String, in: Token)

        /// The folder itself was removed or renamed and is no longer watched.
        case folder(Token)
        case overflow
    }

    private static let events =
        PathWatch.events | UInt32(IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM)
    private static let end = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)

    package let descriptor: FileDescriptor

    package init() throws(SystemError) {
        descriptor = try InotifyEvents.makeDescriptor()
    }

    /// Starts watching a folder.
    ///
    /// A folder that is already watched keeps its token.
    package borrowing func watch(_ path: String) throws(SystemError) -> Token {
        let number = unsafe inotify_add_watch(descriptor.rawValue, path, Self.events)
        guard number >= 0 else { throw SystemError("inotify_add_watch", on: path) }
        return Token(rawValue: number)
    }

    package borrowing func unwatch(_ token: Token) {
        _ = inotify_rm_watch(descriptor.rawValue, token.rawValue)
    }

    /// Reads a bounded number of changes since the last call; empty if there are no more.
    package borrowing func changes() throws(SystemError) -> [Change] {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        guard case .bytes(let count) = try descriptor.read(into: &buffer) else { return [] }
        return InotifyEvents(buffer[..<count]).map { event in
            let token = Token(rawValue: event.number)
            if event.isOverflow { return .overflow }
            return event.mask & Self.end != 0 ? .folder(token) : .entry(event.name, in: token)
        }
    }
}
