import Glibc

package struct FolderWatch: ~Copyable {
    package struct Token: Hashable, Sendable {
        fileprivate let rawValue: CInt
    }

    private static let events =
        PathWatch.events | UInt32(IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM)

    package let descriptor: FileDescriptor

    package init() throws(SystemError) {
        descriptor = try PathWatch.makeDescriptor()
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

    /// Reads a bounded number of changes since the last call; returns whether there were any.
    ///
    /// A change is the creation, writing, removal or renaming of an entry, or a change of permissions or of
    /// the folder itself.
    package borrowing func readChanges() throws(SystemError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        guard case .bytes = try descriptor.read(into: &buffer) else { return false }
        return true
    }
}
