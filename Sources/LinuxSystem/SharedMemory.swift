import CLinux
import Glibc

/// Memory that outlives this process for as long as another one holds its descriptor.
///
/// Words are written whole and in order, so a process that is killed at any instruction leaves each as it was or as it
/// was to be.
@safe package final class SharedMemory {
    /// The descriptor to give to the process that keeps the memory.
    package let descriptor: FileDescriptor

    /// The size in bytes.
    package let byteCount: Int
    private let start: UnsafeMutableRawPointer

    /// Creates memory of zeros.
    ///
    /// - Parameters:
    ///   - name: What the system's tools show of it.
    ///   - byteCount: The size in bytes. Pages that were never written take no memory.
    /// - Throws: ``SystemError``.
    package init(named name: String, byteCount: Int) throws(SystemError) {
        let number = unsafe waymark_memory_create(name, Int64(byteCount))
        guard number >= 0 else { throw SystemError("memfd_create", on: name) }
        descriptor = FileDescriptor(owning: number)
        self.byteCount = byteCount
        unsafe start = try Self.map(number, byteCount)
    }

    /// Takes over memory that another process created.
    ///
    /// - Parameter descriptor: Its descriptor.
    /// - Throws: ``SystemError``; `EINVAL` if it is no memory of a fixed size.
    package init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
        let number = descriptor.rawValue
        self.descriptor = descriptor
        var status = stat()
        // Memory that could shrink would end this process when it reads beyond the new end.
        let seals = fcntl(number, Self.getSeals)
        guard unsafe fstat(number, &status) == 0, seals >= 0, seals & Self.fixedSize == Self.fixedSize else {
            throw SystemError("adopt", on: "shared memory", code: EINVAL)
        }
        byteCount = Int(status.st_size)
        unsafe start = try Self.map(number, byteCount)
    }

    deinit { unsafe munmap(start, byteCount) }

    /// The word at an offset in bytes, which must be a multiple of 8.
    package subscript(word offset: Int) -> UInt64 {
        get {
            check(offset..<(offset + 8))
            return unsafe waymark_word_load(start + offset)
        }
        set {
            check(offset..<(offset + 8))
            unsafe waymark_word_store(start + offset, newValue)
        }
    }

    /// Writes bytes at an offset.
    package func write(_ bytes: [UInt8], at offset: Int) {
        check(offset..<(offset + bytes.count))
        unsafe bytes.withUnsafeBytes { source in
            if let first = source.baseAddress { unsafe memcpy(start + offset, first, source.count) }
        }
    }

    /// Returns the bytes of a range.
    package func bytes(in range: Range<Int>) -> [UInt8] {
        check(range)
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// Gives whole pages back to the kernel; they read as zeros then.
    package func discard(_ range: Range<Int>) {
        check(range)
        unsafe waymark_memory_discard(start + range.lowerBound, range.count)
    }

    private func check(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "outside of shared memory")
    }

    private static func map(_ number: CInt, _ byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        guard byteCount > 0, let start = unsafe waymark_memory_map(number, byteCount) else {
            throw SystemError("mmap", on: "shared memory")
        }
        return unsafe start
    }

    /// `F_GET_SEALS`, and `F_SEAL_SHRINK | F_SEAL_GROW`, which need `_GNU_SOURCE`.
    private static let getSeals: CInt = 1034
    private static let fixedSize: CInt = 2 | 4
}
