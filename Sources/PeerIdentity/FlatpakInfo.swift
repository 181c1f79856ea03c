import Glibc
import LinuxSystem
import LocationModel
import UserInput

/// The contents of the file with which Flatpak describes a sandbox.
///
/// Reference: flatpak-metadata(5), and `.flatpak-info` in flatpak-run(1).
struct FlatpakInfo: Hashable {
    /// The app; `nil` for a sandbox that contains only a runtime.
    let app: AppIdentifier?

    /// The instance number of the sandbox.
    let instance: String?

    /// Parses the contents of the file.
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

    /// Reads the file of a process; `nil` if this is not permitted (only root and the process's own user may) or could
    /// block.
    ///
    /// A program can mount anything over the file, even its own file system that never answers. So the file is opened
    /// for reading only after the kernel has confirmed that it is on the expected in-memory mount.
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

    /// `O_PATH`: opens the location without access to the contents.
    private static let pathOnly: CInt = 0o10_000_000

    /// The most bytes to read; real files have fewer than a thousand.
    private static let limit = 65_536
}

extension FileDescriptor {
    fileprivate var isRegularFile: Bool {
        var status = stat()
        return unsafe fstat(rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
