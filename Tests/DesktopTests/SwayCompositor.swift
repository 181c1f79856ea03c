import TestSupport
import Testing

/// A real sway in an X server without a screen, which gives it a pointer.
final class SwayCompositor {
    private let desktop: BarDesktop
    private let server: RunningProgram
    private let display: String
    private let program: RunningProgram
    private let socket: String

    init(_ configuration: String, on desktop: BarDesktop, environment: [String: String] = [:]) async throws {
        self.desktop = desktop
        socket = desktop.runtimeFolder + "/sway.sock"
        let server = try desktop.start([
            "Xvfb", "-displayfd", "1", "-screen", "0", "800x60x24", "-nolisten", "tcp",
        ])
        self.server = server
        let number = try await waiting(for: "the X server") { Int(server.output.prefix { $0 != "\n" }) }
        display = ":\(number)"
        try desktop.folder.write(
            "output X11-1 resolution 800x60\n\(configuration)\n",
            to: "bars/test-sway.conf"
        )
        chmodReadable(desktop.samples + "/test-sway.conf")
        program = try desktop.start(
            ["sway", "--config", desktop.samples + "/test-sway.conf"],
            environment: [
                "DISPLAY": display, "LIBSEAT_BACKEND": "noop",
                "SWAYSOCK": socket,
                "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman",
            ].merging(environment) { $1 }
        )
        // It answers once it takes clients, too.
        try await waiting(until: "sway: \(program.errors)") {
            try await message(["-t", "get_version"]).end() == .status(0)
        }
    }

    deinit { server.kill() }

    var errors: String { program.errors }

    private func message(_ arguments: [String]) throws -> RunningProgram {
        try desktop.start(["swaymsg"] + arguments, environment: ["SWAYSOCK": socket])
    }

    func tell(_ command: String...) async throws {
        try await message(command).succeed()
    }

    func click(x: Int, y: Int) async throws {
        let click = ["xdotool", "mousemove", "\(x)", "\(y)", "sleep", "0.2", "click", "1"]
        try await desktop.start(click, environment: ["DISPLAY": display]).succeed()
    }

    /// Ends sway, which does not answer that command any more.
    func exit() async throws {
        _ = try await message(["exit"]).end()
        _ = try await program.end()
    }

    func picture() async throws -> [UInt8] {
        let path = desktop.runtimeFolder + "/screen.ppm"
        let grim = ["grim", "-t", "ppm", path]
        try await desktop.start(grim, environment: ["WAYLAND_DISPLAY": "wayland-1"]).succeed()
        return try Checkout.bytes(of: path)
    }
}
