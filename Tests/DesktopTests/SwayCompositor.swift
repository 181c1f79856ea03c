import TestSupport
import Testing

/// A real sway without a screen.
final class SwayCompositor {
    private static let environment = [
        "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
        "LIBSEAT_BACKEND": "noop",
    ]

    private let desktop: BarDesktop
    private let program: RunningProgram
    private var socket: String { desktop.runtimeFolder + "/sway.sock" }

    init(
        _ configuration: String,
        on desktop: BarDesktop,
        environment: [String: String] = [:]
    ) async throws {
        self.desktop = desktop
        try desktop.folder.write(
            "output HEADLESS-1 resolution 800x60\n\(configuration)\n",
            to: "bars/test-sway.conf"
        )
        chmodReadable(desktop.samples + "/test-sway.conf")
        program = try desktop.start(
            ["sway", "--config", desktop.samples + "/test-sway.conf"],
            environment: Self.environment.merging(["SWAYSOCK": desktop.runtimeFolder + "/sway.sock"]) { $1 }
                .merging(environment) { $1 }
        )
    }

    var errors: String { program.errors }

    func tell(_ command: String...) async throws {
        let message = try desktop.start(["swaymsg"] + command, environment: ["SWAYSOCK": socket])
        try #require(try await message.end() == .status(0), "\(message.output)\(message.errors)")
    }

    /// Ends sway, which does not answer that command any more.
    func exit() async throws {
        let message = try desktop.start(["swaymsg", "exit"], environment: ["SWAYSOCK": socket])
        _ = try await message.end()
        _ = try await program.end()
    }

    /// Returns a picture of the screen, as a binary PPM.
    func picture() async throws -> [UInt8] {
        let path = desktop.runtimeFolder + "/screen.ppm"
        let grim = try desktop.start(
            ["grim", "-t", "ppm", path],
            environment: ["WAYLAND_DISPLAY": "wayland-1"]
        )
        try #require(try await grim.end() == .status(0), "\(grim.errors)")
        return try Checkout.bytes(of: path)
    }
}
