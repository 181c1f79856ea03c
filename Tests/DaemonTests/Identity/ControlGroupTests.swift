import LocationModel
import Testing

@testable import Daemon

@Suite("The control group of a process")
struct ControlGroupTests {
    private static let manager = "/user.slice/user-1000.slice/user@1000.service"

    /// Contents of `/proc/PID/cgroup` and the expected placement.
    private static let rows: [(contents: String, placement: String)] = [
        ("0::/system.slice/weatherd.service\n", "system weatherd.service"),
        ("0::/system.slice/system-weather.slice/weather@a.service/payload\n", "system weather@a.service"),
        ("0::/user.slice/user-1000.slice/session-2.scope\n", "system session-2.scope"),
        ("0::\(manager)/app.slice/app-org.example.App-1.scope\n", "1000 app-org.example.App-1.scope"),
        ("0::\(manager)/app.slice/app-gnome.slice/app-gnome-web-1.scope/tab\n", "1000 app-gnome-web-1.scope"),
        ("0::\(manager)/init.scope\n", "1000 init.scope"),
        ("0::\(manager)/app.slice\n", "system user@1000.service"),
        // A user can create any group below the user manager; its names count only there.
        ("0::\(manager)/system.slice/weatherd.service\n", "1000 weatherd.service"),
        ("0::\(manager)/user.slice/user-0.slice/user@0.service/x.service\n", "1000 user@0.service"),
        // A service can create any group below itself, but remains the unit.
        ("0::/system.slice/evil.service/user@1000.service/app-a-1.scope\n", "system evil.service"),
        ("0::/machine.slice/box.scope/payload/system.slice/weatherd.service\n", "system box.scope"),
        // systemd puts an underscore before names that could clash with the kernel's files.
        ("0::/system.slice/_cgroup.service\n", "system cgroup.service"),
        // cgroups: version 1; hybrid with systemd in version 1; hybrid with systemd in version 2; none.
        ("5:cpu:/\n1:name=systemd:/system.slice/a.service\n", "system a.service"),
        ("1:name=systemd:/system.slice/a.service\n0::/\n", "system a.service"),
        ("1:name=systemd:/system.slice/a.service\n0::/system.slice/b.service\n", "system b.service"),
        ("9:name=systemd:/\n0::/\n", "nowhere"),
        ("0::/\n", "nowhere"),
        ("", "nowhere"),
        // Not created by systemd.
        ("0::/docker/4c01db0b339c\n", "nowhere"),
        ("0::/../elsewhere.service\n", "nowhere"),
        ("0::/system.slice\n", "nowhere"),
        ("0::/system.slice/a.service (deleted)\n", "nowhere"),
        ("0::system.slice/a.service\n", "nowhere"),
        ("nonsense\n:::\n0:\n", "nowhere"),
        ("0::/user.slice/user@4294967296.service/a.service\n", "system user@4294967296.service"),
        ("0::/user.slice/user@.service/a.service\n", "system user@.service"),
        // Only the name of a user manager means a user.
        ("0::/system.slice/disk-1000.service/app-a-1.scope\n", "system disk-1000.service"),
        ("0::/user.slice/user@1000.mission/app-a-1.scope\n", "nowhere"),
    ]

    @Test("yields the unit it runs in", arguments: rows)
    func placement(_ row: (contents: String, placement: String)) {
        #expect(text(of: ControlGroup(Array(row.contents.utf8)).placement) == row.placement)
    }

    @Test("is relative to systemd's root in a container without its own tree")
    func container() {
        let root = ControlGroup.root(ofInit: Array("0::/docker/4c01/init.scope\n".utf8))
        #expect(root == "/docker/4c01")
        let inside = ControlGroup(Array("0::/docker/4c01/system.slice/a.service\n".utf8), below: root)
        #expect(text(of: inside.placement) == "system a.service")
        let outside = ControlGroup(Array("0::/docker/4c010/system.slice/a.service\n".utf8), below: root)
        #expect(outside.placement == .nowhere)
        for text in ["0::/init.scope\n", "1:name=systemd:/\n0::/\n", ""] {
            #expect(ControlGroup.root(ofInit: Array(text.utf8)) == "")
        }
    }

    @Test("yields the snap from the version 1 freezer, which only root can set")
    func freezer() {
        let contents =
            "7:freezer:/snap.weather\n1:name=systemd:/user.slice/user-1000.slice/session-2.scope\n0::/\n"
        #expect(ControlGroup(Array(contents.utf8)).frozenSnap == "weather")
        for path in ["/", "/snap.", "/user.slice", "/xsnap.weather"] {
            #expect(ControlGroup(Array("7:freezer:\(path)\n".utf8)).frozenSnap == nil)
        }
    }

    private func text(of placement: ControlGroup.Placement) -> String {
        switch placement {
        case .system(let unit): "system \(unit)"
        case .user(let user, let unit): "\(user) \(unit)"
        case .nowhere: "nowhere"
        }
    }
}
