import Glibc

/// Reads a whole file.
///
/// - Parameters:
///   - path: The file.
///   - limit: The most bytes to accept, so that a wrong path - a device, a disk image - cannot fill memory.
/// - Returns: The bytes of the file.
/// - Throws: ``SystemError`` when the file cannot be read; `EFBIG` when it is longer than `limit`.
package func contentsOfFile(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let file = try InputFile(path)
    var contents: [UInt8] = []
    // Not asked for its size first: files of /proc say 0.
    while true {
        let piece = try file.read(upTo: 16_384)
        if piece.isEmpty { return contents }
        contents += piece
        guard contents.count <= limit else { throw SystemError("read", on: path, code: EFBIG) }
    }
}
