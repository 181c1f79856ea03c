import TestSupport
import Testing

/// These tests use a desktop's real programs, so `make test-desktop` runs them, and `make test` leaves them out.
@Suite("The programs that the desktop's tests use")
struct InstalledProgramsTests {
    @Test(
        "are installed",
        arguments: [
            "chromedriver", "chromium", "conky", "grim", "i3blocks", "sway", "swaybar", "tmux", "waybar",
            "xdotool", "Xvfb",
        ]
    )
    func installed(_ program: String) {
        #expect(ChildProcess.isInstalled(program), "scripts/prepare desktop installs it")
    }
}
