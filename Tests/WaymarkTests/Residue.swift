import Glibc
import LinuxSystem

/// What this process holds of the system.
struct Residue: Equatable {
    let descriptors: Int
    let threads: [String]

    /// Looks; only threads of the library count, as others come and go with the tasks of the test.
    static func now() throws -> Residue {
        let threads = try names(in: "/proc/self/task").compactMap { task in
            let name = try? text(of: "/proc/self/task/\(task)/comm")
            return name?.hasPrefix("waymark-") == true ? name : nil
        }
        return Residue(descriptors: try names(in: "/proc/self/fd").count, threads: threads.sorted())
    }

    private static func names(in folder: String) throws -> [String] {
        guard let stream = opendir(folder) else { throw SystemError("opendir", on: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                    bytes.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
            )
        }
        return names
    }

    private static func text(of path: String) throws -> String {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemError("open", on: path) }
        let descriptor = FileDescriptor(owning: number)
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor.rawValue, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
