import LocationModel
import Testing

@testable import Daemon

@Suite("A Flatpak sandbox")
struct SandboxTests {
    /// A mount table from a bug report, with the line for Flatpak's file added.
    private static let table = """
        530 255 0:69 /newroot / rw,nosuid,nodev,relatime - tmpfs  rw,seclabel,uid=1000,gid=1000
        531 530 253:4 /runtime/org.freedesktop.Platform/x86_64/18.08/00e6b0/files /usr ro,nosuid master:36 - ext4 /dev/x rw
        532 530 253:4 /app/com.valvesoftware.Steam/x86_64/stable/592c28/files /app ro,nosuid,relatime master:36 - ext4 /dev/x rw
        533 532 253:4 /runtime/org.freedesktop.Platform.Compat.i386/x86_64/18.08/3c10/files /app/lib/i386-linux-gnu ro master:36 - ext4 /dev/x rw
        540 530 0:69 /bindfileUAQ2Z0 /.flatpak-info ro,nosuid,nodev,relatime - tmpfs tmpfs rw,uid=1000,gid=1000

        """

    @Test("is recognized in the mount table, with its app")
    func mounts() throws {
        let mounts = try #require(SandboxMounts(Array(Self.table.utf8)))
        #expect(mounts.root == .init(number: 530, fileSystem: "tmpfs"))
        #expect(mounts.info == .init(number: 540, fileSystem: "tmpfs"))
        #expect(mounts.app?.rawValue == "com.valvesoftware.Steam" && mounts.isInMemory)
    }

    @Test("is not recognized without its file")
    func noSandbox() {
        let lines = Self.table.split(separator: "\n").filter { !$0.contains("/.flatpak-info") }
        #expect(SandboxMounts(Array(lines.joined(separator: "\n").utf8)) == nil)
        #expect(SandboxMounts([]) == nil)
        #expect(SandboxMounts(Array("1 2 3 / /.flatpak-info\n - \n1 2 3 4 /.flatpak-info rw\n".utf8)) == nil)
    }

    @Test("is not read if its file system could block", arguments: ["fuse.sshfs", "nfs4", "9p", "ext4"])
    func slowFileSystems(_ name: String) throws {
        for point in [" / ", " /.flatpak-info "] {
            let lines = Self.table.split(separator: "\n").map(String.init).map {
                $0.contains(point) ? $0.replacing("- tmpfs", with: "- \(name)") : $0
            }
            let mounts = try #require(SandboxMounts(Array(lines.joined(separator: "\n").utf8)))
            #expect(!mounts.isInMemory)
        }
    }

    @Test(
        "yields no app if the mount at /app is something else",
        arguments: [
            "/app/../x86_64/stable/592c28/files", "/files", "/srv/me/app", "/app/a b/x86_64/stable/1/files",
            "/runtime/org.example.App/x86_64/stable/1/files",
            "/app/org.example.App/x86_64/stable/1/files/lib",
        ]
    )
    func noApp(_ folder: String) throws {
        let table =
            "1 0 0:1 / / rw - tmpfs x rw\n2 1 0:1 /b /.flatpak-info ro - tmpfs x rw\n3 1 0:2 \(folder) /app ro - ext4 x rw\n"
        let mounts = try #require(SandboxMounts(Array(table.utf8)))
        #expect(mounts.app == nil)
    }

    /// Contents of `.flatpak-info` and the expected results.
    private static let texts: [(text: String, app: String?, instance: String?)] = [
        (
            "[Application]\nname=org.gnome.Maps\nruntime=runtime/org.gnome.Platform/x86_64/46\n\n[Instance]\n"
                + "instance-id=1234567890\nbranch=stable\n",
            "org.gnome.Maps", "1234567890"
        ),
        ("[Application]\nname=org.gnome.Maps\n", "org.gnome.Maps", nil),
        ("[Runtime]\nname=org.gnome.Platform\n[Instance]\ninstance-id=7\n", nil, "7"),
        ("name=org.gnome.Maps\n", nil, nil),
        ("[Application]\nname=no name\n[Instance]\ninstance-id=\u{1B}[31m\n", nil, nil),
        ("[Application]\nname=org.gnome.Maps\n[Instance]\ninstance-id=42é\n", "org.gnome.Maps", nil),
        ("[Application]\nname=org.gnome.Maps\n[Instance]\ninstance-id=4-2\n", "org.gnome.Maps", nil),
        ("[Application\nname=org.gnome.Maps\n", nil, nil),
        ("\u{0}\u{1}\u{2}", nil, nil),
        ("", nil, nil),
    ]

    @Test("is identified by its file", arguments: texts)
    func info(_ row: (text: String, app: String?, instance: String?)) {
        let info = FlatpakInfo(Array(row.text.utf8))
        #expect(info.app?.rawValue == row.app && info.instance == row.instance)
    }
}
