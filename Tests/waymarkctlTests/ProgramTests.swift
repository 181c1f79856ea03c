import CommandLineTool
import Testing

@testable import waymarkctl

@Suite("The tool's exit status")
struct ProgramTests {
    // What the form of a command's operands says is in CommandDescriptionTests.
    @Test(
        "distinguishes wrong usage from an unreachable service",
        arguments: [
            ([], 2), (["frobnicate"], 2), (["status", "extra"], 2), (["status", "--frobnicate"], 2),
            (["--format", "xml", "status"], 2), (["status", "-V"], 0), (["-V"], 0),
            (["status", "--socket", "/nonexistent"], 3), (["--socket", "/nonexistent", "watch", "w1"], 3),
            (["authorize", "app"], 2), (["authorize", "app", "maybe"], 2),
            (["authorize", "app", "always", "--widgets", "no", "--for", "1h", "--until", "18:00"], 2),
            (["authorize", "app", "never", "--for", "1h"], 2), (["authorize", "app", "ask", "never"], 2),
            (["authorize", "app", "never", "--user", "no such user"], 4), (["pause", "until"], 2),
            (["pause", "1h", "2h"], 2), (["pause", "until", "18:00", "-s/nonexistent"], 3),
            (["pause", "1h", "-s/nonexistent"], 3), (["services", "--everybody"], 2),
            (["services", "off", "--everybody", "--user", "root"], 2), (["agent", "--accuracy", "full"], 2),
            (["agent", "--format", "json"], 2), (["agent", "--answer", "deny", "-s/nonexistent"], 3),
            (["manifest", "register", "/nonexistent"], 1), (["monitor", "-fjson"], 2),
            (["events", "app", "--stop", "--follow"], 2), (["events", "app", "--acknowledge"], 2),
            (["events", "app", "--visits", "-s/nonexistent"], 3), (["doctor", "-s/nonexistent"], 1),
            (["explain", "w1", "--user", "root", "-s/nonexistent"], 2),
            (["explain", "w1", "--day", "-s/nonexistent"], 3), (["reset", "--utc", "-s/nonexistent"], 3),
            (["region", "add", "app", "a"], 2), (["region", "add", "app", "a", "--circle", "1,2"], 2),
            (["region", "add", "app", "a", "--beacons", "shop"], 2),
            (["region", "add", "app", "a", "--geojson", "/nonexistent"], 1),
            (["region", "add", "app", "a", "--circle", "1,2,3m", "--geojson", "x"], 2),
            (["anchor", "drop", "--chain", "x"], 2), (["anchor", "raise", "--bow", "3m"], 2),
            (["anchor", "drop", "--chain", "10m", "--depth", "10m"], 2), (["on", "enter", "home"], 2),
            (["on", "visit", "--circle", "1,2,3m", "true"], 2),
            (["on", "change", "--time-limit", "0s", "true"], 2),
            (["on", "enter", "home", "--circle", "1,2,30m", "-s/nonexistent", "--", "true", "-x"], 3),
            (["visits", "--keep", "--forget"], 2), (["visits", "--keep", "--since", "today"], 2),
            (["beacons", "74278BDA-B644-4520-8F0C-720EAF059935,65536"], 2),
            (["beacons", "74278BDA-B644-4520-8F0C-720EAF059935,1,2", "-s/nonexistent"], 3),
            (["simulate", "set", "mars"], 2), (["simulate", "set", "1,2", "-s/nonexistent"], 3),
            (["record"], 2), (["record", "-o", "-", "-s/nonexistent"], 3),
            (["relay", "--status", "/nonexistent"], 1), (["new", "widget", "a", "--swift", "--shell"], 2),
            (["new", "widget", "../a"], 2), (["new", "widget", "1a"], 2), (["new", "widget", "é"], 2),
            (["new", "widget", "a", "--app", "a b"], 2),
            (["new", "widget", String(repeating: "a", count: 65)], 2), (["lint", "/nonexistent"], 1),
            (["watch", "--template", "{text}"], 2), (["watch", "--output", "/tmp/x"], 2),
            (["watch", "--in-use", "w1"], 2), (["watch", "--in-use", "--visible"], 2),
            (["watch", "--place", "app"], 2), (["watch", "--place", "app/kind", "-s/nonexistent"], 3),
            (["provide", "app", "kind", "--every", "often", "true"], 2),
            (["provide", "app", "kind", "--every", "1h", "--at-end", "true"], 2),
            (["provide", "app", "kind", "true", "-s/nonexistent"], 3),
            (["journal", "--since", "yesterdy"], 2), (["-s/nonexistent", "journal", "--since", "-2h"], 3),
        ] as [([String], Int32)]
    )
    func status(arguments: [String], status: Int32) {
        #expect(Program.waymarkctl.run(arguments) == status)
    }
}
