import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A lock on a file")
struct FileLockTests: ~Copyable {
    let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private var path: String { temporary.path + "/lock" }

    @Test("is held by one process at a time")
    func exclusive() throws {
        let lock = try FileLock(on: path)
        let error = #expect(throws: SystemError.self) { _ = try FileLock(on: path) }
        #expect(error?.code == EWOULDBLOCK)
        _ = consume lock
        _ = try FileLock(on: path)
    }

    @Test("is released even while a child between fork and exec has a copy of the descriptor")
    func copied() throws {
        let lock = try FileLock(on: path)
        let copy = FileDescriptor(owning: fcntl(lock.file.rawValue, F_DUPFD_CLOEXEC, 0))
        _ = consume lock
        _ = try FileLock(on: path)
        _ = consume copy
    }
}
