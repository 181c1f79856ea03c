import Glibc
import LinuxSystem
import LocationModel
import UserInput

/// The mounts of a Flatpak sandbox, from `/proc/PID/mountinfo`.
///
/// Unlike the files in the sandbox, everyone can read this table for every process, and reading it does not query any
/// file system. A program in the sandbox cannot forge it.
struct SandboxMounts: Hashable {
    struct Mount: Hashable {
        let number: UInt64
        let fileSystem: String
    }

    let root: Mount?
    let info: Mount
    let app: AppIdentifier?

    /// Parses the table; `nil` if the process is not in a Flatpak sandbox.
    init?(_ contents: [UInt8]) {
        var (root, info): (Mount?, Mount?) = (nil, nil)
        var app: AppIdentifier?
        for entry in MountEntry.table(contents) {
            switch entry.point {
            case "/": root = Mount(entry)
            case "/.flatpak-info": info = Mount(entry)
            case "/app": app = Self.app(in: entry.root)
            default: break
            }
        }
        guard let info else { return nil }
        self.root = root
        self.info = info
        self.app = app
    }

    /// Returns the app of an installation folder: `…/app/ID/ARCHITECTURE/BRANCH/COMMIT/files`.
    private static func app(in folder: String) -> AppIdentifier? {
        let parts = folder.split(separator: "/").suffix(6).map(String.init)
        guard parts.count == 6, parts[0] == "app", parts[5] == "files" else { return nil }
        return AppIdentifier(parts[1])
    }

    /// Whether both mounts are in memory, as bubblewrap creates them, so that reading cannot block.
    var isInMemory: Bool { root?.fileSystem == "tmpfs" && info.fileSystem == "tmpfs" }
}

extension SandboxMounts.Mount {
    fileprivate init?(_ entry: MountEntry) {
        guard let number = entry.number, let fileSystem = entry.fileSystem else { return nil }
        self.init(number: number, fileSystem: fileSystem)
    }
}

/// The contents of the file with which Flatpak describes a sandbox.
///
/// Reference: flatpak-metadata(5), and `.flatpak-info` in flatpak-run(1).
struct FlatpakInfo: Hashable {
    /// The app; `nil` for a sandbox that contains only a runtime.
    let app: AppIdentifier?
    let instance: String?

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
        guard file.mountNumber == mounts.info.number,
            try FileStatus(of: file, at: ".flatpak-info").isRegularFile
        else { return nil }
        return try contentsOfFile("/proc/self/fd/\(file.rawValue)", atMost: limit)
    }

    /// `O_PATH`: opens the location without access to the contents.
    private static let pathOnly: CInt = 0o10_000_000

    /// The most bytes to read; real files have fewer than a thousand.
    private static let limit = 65_536
}
