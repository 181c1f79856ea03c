import CommandLineTool
import Glibc
import LinuxSystem

/// Where `watch` prints: standard output, or a file that always has the latest line.
struct BarOutput {
    /// The file; `nil` for standard output.
    let path: String?

    func print(_ text: String) throws(Failure) {
        let bytes = Array("\(text)\n".utf8)
        do throws(SystemError) {
            if let path {
                try AtomicFile.write(bytes, to: path, permissions: 0o600)
            } else {
                try writeAllToOutput(bytes)
            }
        } catch { throw Failure(error) }
    }

    /// Removes the file, because nobody keeps it true any more.
    func end() {
        if let path { _ = unsafe unlink(path) }
    }
}
