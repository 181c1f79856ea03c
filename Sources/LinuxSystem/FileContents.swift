/// Reads a whole file.
///
/// - Parameters:
///   - path: The file.
///   - limit: The largest size to accept, so that a wrong path (a device, a disk image) cannot fill memory.
/// - Returns: The bytes of the file.
/// - Throws: ``SystemError`` if the file cannot be read; `EFBIG` if it is larger than `limit`.
package func contentsOfFile(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    try InputFile(path).contents(atMost: limit)
}
