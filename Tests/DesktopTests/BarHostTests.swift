import Glibc
import LinuxSystem
import TestSupport
import Testing
import WaymarkInterfaces

/// Lets every user read a file.
func chmodReadable(_ path: String) { chmod(path, 0o644) }

@Suite("A widget in a real host", .serialized, .ownThreads, .timeLimit(.minutes(10)))
struct BarHostTests {
    private func sample(_ name: String) throws -> String {
        String(decoding: try Checkout.bytes(of: "\(Checkout.root)/Samples/bars/\(name)"), as: UTF8.self)
    }

    @Test("is in view in swaybar, out of view while the bar is hidden, and in use a while longer")
    func swaybar() async throws {
        let desktop = try await BarDesktop()
        let sway = try await SwayCompositor(try sample("sway.conf"), on: desktop)
        try await desktop.waitUntilVisible()
        #expect(try await desktop.widget().key == "i3bar")
        for _ in 1...3 {
            try await sway.tell("bar", "weather", "mode", "invisible")
            try await desktop.waitUntilVisible(false)
            #expect(try await desktop.widget().inUseForSeconds ?? 0 > 800)
            try await sway.tell("bar", "weather", "mode", "dock")
            try await desktop.waitUntilVisible()
        }
        try await sway.exit()
        try await desktop.waitUntilVisible(false)
    }

    @Test("is drawn by Waybar once for each output, and is one widget")
    func waybar() async throws {
        let desktop = try await BarDesktop()
        let bar = "exec waybar -c \(desktop.samples)/waybar.jsonc -s \(desktop.samples)/waybar.css"
        let sway = try await SwayCompositor(bar, on: desktop)
        try await desktop.waitUntilVisible()
        // Letters have shades that neither the bar nor the background has.
        try await waiting(until: "text in the bar: \(sway.errors)") {
            let picture = try await sway.picture()
            var shades: Set<[UInt8]> = []
            for pixel in stride(from: picture.count - 800 * 60 * 3, to: picture.count - 2, by: 3) {
                shades.insert(Array(picture[pixel..<(pixel + 3)]))
            }
            return shades.count > 20
        }
        try await sway.tell("create_output")
        // The provider, and the tool for each output.
        try await waiting(until: "the second output's bar") {
            try desktop.daemon.call(InspectInterface.GetStatus()).sessions == 3
        }
        #expect(try desktop.widgets().map(\.key) == ["waybar"])
        try await sway.exit()
        try await desktop.waitUntilVisible(false)
    }

    @Test("gets the location once where the person clicks on it in Waybar, though nothing was decided")
    func click() async throws {
        let desktop = try await BarDesktop()
        _ = try await desktop.start(["waymarkctl", "reset", BarDesktop.app]).succeed()
        let sway = try await SwayCompositor(
            "exec waybar -c \(desktop.samples)/waybar.jsonc -s \(desktop.samples)/waybar.css",
            on: desktop
        )
        try await desktop.waitUntilVisible()
        // A click before the bar is drawn hits nothing.
        try await waiting(until: "the location of a click: \(sway.errors)") {
            try await sway.click(x: 780, y: 15)
            let access = try await desktop.start(["waymarkctl", "access"]).succeed()
            return access.contains("shared once, by a click")
        }
        try await sway.exit()
    }

    @Test("is a line in tmux, for as long as its server runs")
    func tmux() async throws {
        let desktop = try await BarDesktop()
        let tmux = ["tmux", "-S", desktop.runtimeFolder + "/tmux", "-f", desktop.samples + "/tmux.conf"]
        func run(_ arguments: String...) async throws -> String {
            try await desktop.start(tmux + arguments, environment: ["TERM": "screen"]).succeed()
        }
        _ = try await run("new-session", "-d", "-x", "80", "-y", "24")
        // tmux draws a status line only for a terminal, which stays as long as its input does.
        let screen = desktop.runtimeFolder + "/screen"
        let attach = "\(tmux.joined(separator: " ")) attach"
        let terminal = try desktop.start(
            ["sh", "-c", "sleep 100 | script -qfc '\(attach)' '\(screen)'"],
            environment: ["TERM": "screen"]
        )
        defer { terminal.kill() }
        try await waiting(until: "the weather in the status line") {
            let bytes = (try? Checkout.bytes(of: screen)) ?? []
            return String(decoding: bytes, as: UTF8.self).contains(BarDesktop.weather)
        }
        try await desktop.waitUntilVisible()
        _ = try await run("kill-server")
        try await desktop.waitUntilVisible(false)
    }

    // Debian has no eww: this is the program that it runs.
    @Test(
        "is printed by i3blocks and by what eww listens to, and in view for as long as they run",
        arguments: ["i3blocks", "eww"]
    )
    func printed(_ bar: String) async throws {
        let desktop = try await BarDesktop()
        let listened = try #require(try sample("eww.yuck").firstMatch(of: #/"(exec [^"]+)"/#)).output.1
        let commands = [
            "i3blocks": ["i3blocks", "-c", desktop.samples + "/i3blocks.conf"],
            "eww": ["sh", "-c", String(listened)],
        ]
        let program = try desktop.start(try #require(commands[bar]))
        try await waiting(until: "weather: \(program.errors)") { program.output.contains(BarDesktop.weather) }
        try await desktop.waitUntilVisible()
        program.kill()
        try await desktop.waitUntilVisible(false)
    }

    @Test("is read from a file by conky")
    func conky() async throws {
        let desktop = try await BarDesktop()
        let watch = try desktop.start([
            "waymarkctl", "watch", "--format", "line", "--place", "\(BarDesktop.app)/cell", "--output",
            desktop.runtimeFolder + "/weather",
        ])
        let conky = try desktop.start(["conky", "-c", desktop.samples + "/conky.conf"])
        try await waiting(until: "the weather: \(conky.errors)") { conky.output.contains(BarDesktop.weather) }
        #expect(try await watch.stop() == .status(0))
        try await desktop.waitUntilVisible(false)
    }
}
