import LinuxSystem
import LocationModel

/// The mounts of a Flatpak sandbox, from `/proc/PID/mountinfo`.
///
/// Unlike the files in the sandbox, everyone can read this table for every process, and reading it does not query any
/// file system. A program in the sandbox cannot forge it.
struct SandboxMounts: Hashable {
    /// A mount: its ID and the type of its file system.
    struct Mount: Hashable {
        let number: UInt64
        let fileSystem: String
    }

    /// The mount at `/`.
    let root: Mount?

    /// The mount at `/.flatpak-info`.
    let info: Mount

    /// The app whose installation is mounted at `/app`.
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
