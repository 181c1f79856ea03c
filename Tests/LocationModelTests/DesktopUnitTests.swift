import LocationModel
import Testing

@Suite("A unit name by convention")
struct DesktopUnitTests {
    /// Names from the documentation of systemd, the portals' own tests, and desktop environments.
    private static let apps: [(unit: String, app: String?)] = [
        (#"app-gnome-org.gnome.Evolution\x2dalarm\x2dnotify-2437.scope"#, "org.gnome.Evolution-alarm-notify"),
        ("app-gnome-org.gnome.Epiphany-182352.scope", "org.gnome.Epiphany"),
        (#"app-glib-spice\x2dvdagent-1839.scope"#, "spice-vdagent"),
        ("app-KDE-org.kde.okular@12345.service", "org.kde.okular"), ("app-firefox.service", "firefox"),
        (
            "app-gnome-org.gnome.SettingsDaemon.DiskUtilityNotify-autostart.service",
            "org.gnome.SettingsDaemon.DiskUtilityNotify"
        ),
        ("app-gnome-org.gnome.Terminal-92502.slice", "org.gnome.Terminal"),
        ("app-com.obsproject.Studio-d70acc38b5154a3a8b4a60accc4b15f4.scope", "com.obsproject.Studio"),
        ("app-flatpak-org.telegram.desktop@12345.service", "org.telegram.desktop"),
        ("app-org.example.App-123.scope", "org.example.App"), ("app-firefox-jcfppqx.scope", "firefox"),
        ("app-gnome-org.example.App@autostart.service", "org.example.App"),
        ("app-org.example.App@.service", "org.example.App"),
        ("app-org.example.App-.scope", "org.example.App"),
        // The part between the dashes is the launcher where possible, so a dash in an identifier is escaped.
        ("app-gnome-autostart.service", "autostart"), ("app-my-app-123.scope", "app"),
        // Names that do not follow the convention.
        ("app-not-a-well-formed-unit-name", nil), ("app-", nil), ("", nil),
        ("app-org.example.App.scope", nil), ("app-org.example.App-1_2.scope", nil),
        ("app-org.example.App-123.mount", nil), ("app-.service", nil), ("app--1.scope", nil),
        ("application-org.example.App-1.scope", nil), ("org.example.App.service", nil),
        ("session-2.scope", nil), ("vte-spawn-2b1c8f5e-0d4c-4d3b-9b1f-7f0f3e1a2b3c.scope", nil),
        ("dbus-:1.2-org.freedesktop.Tracker@0.service", nil),
        // Names that follow the convention without a valid app identifier.
        (#"app-gnome-a\x2fb-1.scope"#, nil), (#"app-gnome-a\x00b-1.scope"#, nil),
        (#"app-gnome-\xc3\xa9t\xc3\xa9-1.scope"#, nil),
    ]

    @Test("contains the app, by the convention of desktop environments", arguments: apps)
    func desktopApp(_ row: (unit: String, app: String?)) {
        #expect(AppIdentifier.ofDesktopUnit(row.unit)?.rawValue == row.app)
        if let unit = UnitName(row.unit) { #expect(unit.desktopApp?.rawValue == row.app) }
    }

    @Test("contains the launcher")
    func parts() {
        #expect(UnitName("app-flatpak-org.example.App-123.scope")?.launcher == "flatpak")
        #expect(UnitName("app-org.example.App-123.scope")?.launcher == nil)
        #expect(UnitName("app-flatpak-123.scope")?.launcher == nil)
    }

    private static let snaps: [(unit: String, name: String?)] = [
        ("snap.hello-world.sh-4706fe54-7802-4808-aa7e-ae8b567239e0.scope", "hello-world.sh"),
        ("snap.hello-world.sh.4706fe54-7802-4808-aa7e-ae8b567239e0.scope", "hello-world.sh"),
        ("snap.weather.daemon.service", "weather.daemon"),
        ("snap.weather_second.daemon.service", "weather_second.daemon"),
        ("snap.weather.hook.configure-4706fe54-7802-4808-aa7e-ae8b567239e0.scope", "weather"),
        ("snap.weather.daemon.scope", nil), ("snap.a.b.c.service", nil), ("snap..daemon.service", nil),
        ("snapd.service", nil),
    ]

    @Test("contains the snap that snapd created the unit for", arguments: snaps)
    func snap(_ row: (unit: String, name: String?)) throws {
        let unit = try #require(UnitName(row.unit))
        #expect(SnapName(unit)?.description == row.name)
    }
}
