import Glibc
import TestSupport
import Testing

@Suite("The sign that the location is in use", .serialized, .ownThreads, .timeLimit(.minutes(10)))
struct InUseBarTests {
    private static let app = "org.example.app"

    /// Returns how many pixels of a picture have a color.
    private func count(_ picture: [UInt8], where isSo: (_ red: Int, _ green: Int, _ blue: Int) -> Bool) -> Int
    {
        stride(from: picture.count - 800 * 60 * 3, to: picture.count - 2, by: 3).count {
            isSo(Int(picture[$0]), Int(picture[$0 + 1]), Int(picture[$0 + 2]))
        }
    }

    @Test(
        "is an arrow in the tray of Waybar, only while an app learns the location",
        .enabled(if: PrivateBus.obstacle == nil, "\(PrivateBus.obstacle ?? "")")
    )
    func waybarTray() async throws {
        let desktop = try await BarDesktop()
        let bus = try await PrivateBus()
        try desktop.folder.write(
            #"{"height": 30, "modules-right": ["tray"], "tray": {"icon-size": 22}}"#,
            to: "bars/tray.jsonc"
        )
        chmodReadable(desktop.samples + "/tray.jsonc")
        let sway = try await SwayCompositor(
            "exec waybar -c \(desktop.samples)/tray.jsonc -s /dev/null",
            on: desktop,
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        )
        let session = try desktop.start(["waymark-session", "--bus", bus.address])
        func arrow() async throws -> Int {
            count(try await sway.picture()) { red, green, blue in
                red > 180 && blue < 80 && green > 80 && green < 160
            }
        }
        try await desktop.authorize(Self.app, "when-in-use")
        let follower = try desktop.start(["waymarkctl", "locate", "--follow", "--app", Self.app])
        try await waiting(until: "the arrow: \(sway.errors) \(session.errors)") { try await arrow() > 50 }
        follower.signal(SIGTERM)
        _ = try await follower.end()
        try await waiting(until: "the end of the arrow") { try await arrow() == 0 }
        #expect(session.isRunning)
        try await sway.exit()
    }
}
