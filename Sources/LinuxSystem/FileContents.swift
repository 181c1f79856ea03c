import Glibc

/// Reads a whole file.
///
/// - Parameters:
///   - path: The file.
///   - limit: The most bytes to accept, so that a wrong path - a device, a disk image - cannot fill memory.
/// - Returns: The bytes of the file.
/// - Throws: ``SystemError`` when the file cannot be read; `EFBIG` when it is longer than `limit`.
package func contentsOfFile(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError("open", on: path) }
    let descriptor = FileDescriptor(owning: number)
    var contents: [UInt8] = []
    var chunk: [UInt8] = Array(repeating: 0, count: 16_384)
    while true {
        let count = unsafe read(descriptor.rawValue, &chunk, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw SystemError("read", on: path) }
        guard count > 0 else { return contents }
        guard contents.count + count <= limit else { throw SystemError("read", on: path, code: EFBIG) }
        contents.append(contentsOf: chunk[..<count])
    }
}
