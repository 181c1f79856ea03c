import LinuxSystem
import LocationModel

/// What `/proc/PID/mountinfo` tells of a sandbox of Flatpak.
///
/// The kernel shows it of every process to everybody, unlike the files in the sandbox, and without asking any file
/// system. A program in the sandbox cannot change it.
struct SandboxMounts: Hashable {
    /// The file system that the program sees as `/`.
    struct Mount: Hashable {
        let number: UInt64
        let fileSystem: String
    }

    /// What is mounted at `/`.
    let root: Mount?

    /// What is mounted at `/.flatpak-info`.
    let info: Mount

    /// The app from whose installation `/app` is mounted.
    let app: AppIdentifier?

    /// Reads the table; `nil` for that of a process in no such sandbox.
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

    /// Returns the app of an installation's folder: `…/app/ID/ARCHITECTURE/BRANCH/COMMIT/files`.
    private static func app(in folder: String) -> AppIdentifier? {
        let parts = folder.split(separator: "/").suffix(6).map(String.init)
        guard parts.count == 6, parts[0] == "app", parts[5] == "files" else { return nil }
        return AppIdentifier(parts[1])
    }

    /// Whether its files can be read without waiting for anybody: bubblewrap makes both of memory.
    var isInMemory: Bool { root?.fileSystem == "tmpfs" && info.fileSystem == "tmpfs" }
}

extension SandboxMounts.Mount {
    fileprivate init?(_ entry: MountEntry) {
        guard let number = entry.number, let fileSystem = entry.fileSystem else { return nil }
        self.init(number: number, fileSystem: fileSystem)
    }
}
