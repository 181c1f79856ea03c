import Glibc
package import LinuxSystem

/// A private folder for a test, removed with its contents at the end of the test.
package struct TemporaryFolder: ~Copyable, Sendable {
    /// The absolute path, without a trailing slash.
    package let path: String

    /// Creates an empty folder that only this user can enter, in another one or at the usual place.
    package init(in parent: String? = nil) throws(SystemError) {
        let base = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/waymark-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", on: base) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { removeTree(path) }

    /// Writes a file at a path relative to this folder, and creates its parent folders.
    package func write(_ text: String, to name: String) throws(SystemError) {
        var folder = path
        for component in name.split(separator: "/").dropLast() {
            folder += "/\(component)"
            _ = mkdir(folder, 0o700)
        }
        let number = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError("open", on: name) }
        let descriptor = FileDescriptor(owning: number)
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor.rawValue, bytes, bytes.count) == bytes.count else {
            throw SystemError("write", on: name)
        }
    }
}

package func removeTree(_ path: String) {
    if let stream = opendir(path) {
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                bytes.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != "..", entry.pointee.d_type == DT_DIR { removeTree("\(path)/\(name)") }
            if entry.pointee.d_type != DT_DIR { unlink("\(path)/\(name)") }
        }
        closedir(stream)
    }
    rmdir(path)
}
