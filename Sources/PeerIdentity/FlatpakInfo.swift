import Glibc
import LinuxSystem
import LocationModel
import UserInput

/// What Flatpak says of a sandbox in the file that it puts there.
///
/// Reference: flatpak-metadata(5), and `.flatpak-info` in flatpak-run(1).
struct FlatpakInfo: Hashable {
    /// The app; `nil` for a sandbox around a runtime alone.
    let app: AppIdentifier?

    /// The number of the sandbox.
    let instance: String?

    /// Reads the text of the file.
    init(_ contents: [UInt8]) {
        let sections = INIDocument(contents).sections
        func value(_ section: String, _ key: String) -> String? {
            sections.filter { $0.name == section }.flatMap(\.assignments).last { $0.key == key }?.value
        }
        app = value("Application", "name").flatMap { AppIdentifier($0) }
        instance = value("Instance", "instance-id").flatMap {
            $0.utf8.count <= 64 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? $0 : nil
        }
    }

    /// Reads the file of a process, or returns `nil` where that is not allowed, as to all but root and its own user,
    /// or could take long.
    ///
    /// A program can mount what it likes over the file, also a file system of its own that never answers. So it is not
    /// opened before the kernel has said that it is on the mount that was seen, which is memory.
    init?(ofProcess process: Int32, _ mounts: SandboxMounts) {
        guard mounts.isInMemory, let contents = try? Self.contents(process, mounts) else { return nil }
        self.init(contents)
    }

    private static func contents(_ process: Int32, _ mounts: SandboxMounts) throws(SystemError) -> [UInt8]? {
        let path = "/proc/\(process)/root"
        let root = try FileDescriptor(opening: path, pathOnly | O_DIRECTORY)
        guard root.mountNumber == mounts.root?.number else { return nil }
        let file = try FileDescriptor(opening: ".flatpak-info", in: root, pathOnly)
        guard file.mountNumber == mounts.info.number, file.isRegularFile else { return nil }
        return try contentsOfFile("/proc/self/fd/\(file.rawValue)", atMost: limit)
    }

    /// Without reading or writing: nothing but the place is opened.
    private static let pathOnly: CInt = 0o10_000_000

    /// The most bytes that are read; real ones have less than a thousand.
    private static let limit = 65_536
}

extension FileDescriptor {
    fileprivate var isRegularFile: Bool {
        var status = stat()
        return unsafe fstat(rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
