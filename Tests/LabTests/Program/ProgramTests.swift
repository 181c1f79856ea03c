import CommandLineTool
import Testing

@testable import WaymarkLab

@Suite("The exit status of waymark-lab")
struct ProgramTests {
    @Test(
        "distinguishes wrong usage from what cannot be done",
        arguments: [
            ([], 2), (["frobnicate"], 2), (["decode", "-V"], 0), (["-V"], 0), (["decode"], 2),
            (["simulate", "short-trip", "--rate", "never"], 2), (["simulate", "1,2"], 2),
            (["simulate", "1,2", "91,2"], 2), (["simulate", "short-trip", "--limit", "30km/h"], 2),
            (["simulate", "short-trip", "--udp", "10110"], 2),
            (["simulate", "short-trip", "--constellations", "QZSS"], 2),
            (["simulate", "short-trip", "--output", "/dev/null", "--loop"], 2),
            (["simulate", "/nonexistent.scenario"], 1), (["simulate", "-1,-2", "-1.01,-2", "--check"], 0),
            (["simulate", "mars"], 4), (["walk", "short-trip", "--speed", "max"], 2),
            (["walk", "short-trip", "-s/nonexistent"], 3), (["walk", "short-trip", "--to", "1,2"], 2),
            (["coarsen", "/nonexistent"], 2), (["coarsen", "/nonexistent", "-o", "-"], 1),
            (["replay", "/nonexistent"], 1), (["replay", "-", "--in-view", "sometimes"], 2),
            (["replay", "-", "--with", "Distance=far"], 2), (["replay", "-", "--with", "Distanz=1km"], 2),
            (["replay", "-", "--report", "day.pdf"], 2), (["replay", "-", "--export", "day.shp"], 2),
            (["replay", "-", "--visits", "--report", "day.html"], 2),
            (["replay", "-", "--report", "day.html", "--zone", "Europe"], 2),
            (["test", "/nonexistent.scenario"], 1), (["test", "--journal", "--format", "json", "x"], 2),
            (["decode", "/nonexistent"], 1), (["fleet", "--kind", "plane"], 2),
            (["world", "--hours", "0"], 2), (["world", "--faults", "fire"], 2),
        ] as [([String], Int32)]
    )
    func status(arguments: [String], status: Int32) {
        #expect(Program.lab.run(arguments) == status)
    }
}

@Suite("The progress of a long command")
struct ProgressTests {
    @Test(
        "has the share that is done, the time that is left, and where the command is",
        arguments: [
            (0.25, 10, "25 %, 0:30 left, at 06:30"), (0.999, 1000, "99 %, 0:02 left, at 06:30"),
            (0, 5, "0 %, unknown time left, at 06:30"), (1, 5, "100 %, 0:00 left, at 06:30"),
        ]
    )
    func text(share: Double, seconds: Int, text: String) {
        #expect(Progress.text(share, after: .seconds(seconds), at: "06:30") == text)
    }
}
