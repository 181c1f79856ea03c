import Glibc

/// Reads a whole file; fails with `EFBIG` beyond the limit, so that a wrong path (a device, a disk image) cannot fill memory.
package func contentsOfFile(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    try InputFile(path).contents(atMost: limit)
}

/// Reads a configuration file and its drop-ins, the files `*.conf` in the folder of its name with `.d`
/// appended.
///
/// Calls `body` in the order of the names, also with the error of a file that cannot be read. The first file
/// may be missing unless it `isRequired`.
package func forEachConfigurationFile(
    _ path: String,
    isRequired: Bool,
    _ body: (String, Result<[UInt8], SystemError>) -> Void
) {
    let sizeLimit = 1 << 20
    func read(_ path: String, isRequired: Bool = true) {
        let contents = Result { () throws(SystemError) in try contentsOfFile(path, atMost: sizeLimit) }
        if case .failure(let error) = contents, error.code == ENOENT, !isRequired { return }
        body(path, contents)
    }
    read(path, isRequired: isRequired)
    do throws(SystemError) {
        for name in try Folder(path + ".d").names(endingWith: ".conf") { read("\(path).d/\(name)") }
    } catch { if error.code != ENOENT { body(path + ".d", .failure(error)) } }
}
