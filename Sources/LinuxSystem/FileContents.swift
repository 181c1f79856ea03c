/// Reads a whole file.
///
/// - Parameters:
///   - path: The file.
///   - limit: The most bytes to accept, so that a wrong path - a device, a disk image - cannot fill memory.
/// - Returns: The bytes of the file.
/// - Throws: ``SystemError`` when the file cannot be read; `EFBIG` when it is longer than `limit`.
package func contentsOfFile(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    try InputFile(path).contents(atMost: limit)
}
