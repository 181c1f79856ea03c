import CommandLineTool
import Testing

@testable import waymarkctl

@Suite("The tool's exit status")
struct ProgramTests {
    @Test(
        "distinguishes wrong usage from an unreachable service",
        arguments: [
            ([], 2), (["frobnicate"], 2), (["status", "extra"], 2), (["status", "--frobnicate"], 2),
            (["--format", "xml", "status"], 2), (["status", "--socket"], 2), (["explain"], 2),
            (["authorize", "app"], 2), (["authorize", "app", "--deny", "--always"], 2),
            (["authorize", "app", "--deny", "--widgets", "--no-widgets"], 2),
            (["authorize"], 2), (["authorize", "app", "sometimes"], 2), (["authorize", "app", "yes"], 2),
            (["authorize", "app", "never", "--always"], 2), (["authorize", "app", "ask", "never"], 2),
            (["authorize", "app", "--widgets=perhaps"], 2), (["authorize", "app", "--accuracy", "good"], 2),
            (["reset", "app", "app"], 2), (["services", "maybe"], 2), (["geoclue", "maybe"], 2),
            (["services", "--everybody"], 2),
            (["services", "off", "--everybody", "--user", "root"], 2), (["access", "--limit", "-1"], 2),
            (["access", "app", "app"], 2), (["agent", "now"], 2), (["agent", "--answer", "perhaps"], 2),
            (["agent", "--accuracy", "full"], 2), (["agent", "--format", "json"], 2),
            (["manifest"], 2), (["manifest", "frobnicate"], 2), (["manifest", "withdraw"], 2),
            (["manifest", "list", "all"], 2), (["manifest", "register", "/nonexistent"], 1),
            (["monitor", "app"], 2), (["monitor", "-s/nonexistent"], 3), (["monitor", "-fjson"], 2),
            (["rekey", "now"], 2), (["relay", "now"], 2), (["events"], 2), (["events", "app", "app"], 2),
            (["events", "app", "--stop", "--follow"], 2), (["events", "app", "--acknowledge"], 2),
            (["events", "app", "--visits", "-s/nonexistent"], 3),
            (["services", "-s/nonexistent"], 3), (["agent", "--answer", "deny", "-s/nonexistent"], 3),
            (["session"], 2), (["session", "app", "--level", "sometimes"], 2),
            (["session", "app", "-s/nonexistent"], 3),
            (["availability", "now"], 2), (["availability", "-s/nonexistent"], 3),
            (["doctor", "app", "app"], 2), (["doctor", "-s/nonexistent"], 1),
            (["explain", "w1", "--user", "root", "-s/nonexistent"], 2), (["explain", "app", "w1"], 2),
            (["forget"], 2), (["request", "app"], 2), (["request", "app", "never"], 2),
            (["app-visibility", "app", "maybe"], 2), (["app-visibility", "app", "show", "now"], 2),
            (["status", "-V"], 0), (["-V"], 0),
            (["reset", "--utc", "-s/nonexistent"], 3),
            (["budget", "w1", "w2"], 2), (["budget", "-s/nonexistent"], 3), (["push"], 2),
            (["push", "app", "kind", "kind"], 2), (["ticket"], 2), (["ticket", "t1", "-s/nonexistent"], 3),
            (["explain", "w1", "--day", "-s/nonexistent"], 3),
            (["place", "app"], 2), (["region"], 2), (["region", "add", "app", "a", "--circle", "1,2"], 2),
            (["region", "add", "app", "a", "--geojson", "/nonexistent"], 1), (["region", "list"], 2),
            (["region", "add", "app", "a", "--circle", "1,2,3m", "--geojson", "x"], 2),
            (["anchor"], 2), (["anchor", "up"], 2), (["anchor", "drop", "--chain", "x"], 2),
            (["anchor", "drop", "--chain", "10m", "--depth", "10m"], 2),
            (["anchor", "raise", "--bow", "3m"], 2),
            (["on"], 2), (["on", "arrive", "x"], 2), (["on", "enter"], 2), (["on", "enter", "home"], 2),
            (["on", "change"], 2), (["on", "visit", "--circle", "1,2,3m", "true"], 2),
            (["on", "change", "--time-limit", "0s", "true"], 2),
            (["on", "enter", "home", "--circle", "1,2,30m", "-s/nonexistent", "--", "true", "-x"], 3),
            (["visits", "today"], 2), (["visits", "--keep", "--forget"], 2),
            (["visits", "--keep", "--since", "today"], 2), (["visits", "--since", "yesterdy"], 2),
            (["region", "add", "app", "a", "--beacons", "shop"], 2), (["beacons"], 2),
            (["beacons", "shop"], 2),
            (["beacons", "74278BDA-B644-4520-8F0C-720EAF059935,65536"], 2),
            (["beacons", "74278BDA-B644-4520-8F0C-720EAF059935,1,2", "-s/nonexistent"], 3),
            (["simulate"], 2), (["simulate", "set"], 2), (["simulate", "set", "mars"], 2),
            (["simulate", "set", "1,2", "3,4"], 2), (["simulate", "show", "1,2"], 2),
            (["simulate", "stop", "-s/nonexistent"], 3), (["simulate", "set", "1,2", "-s/nonexistent"], 3),
            (["authorize", "app", "--deny", "--user", "no such user"], 4),
            (["record"], 2), (["record", "-o", "-", "now"], 2), (["record", "-o", "-", "-s/nonexistent"], 3),
            (["new", "widget"], 2), (["new", "host", "a"], 2),
            (["new", "widget", "a", "--swift", "--shell"], 2),
            (["new", "widget", "a/b"], 2), (["new", "widget", "../a"], 2), (["new", "widget", "1a"], 2),
            (["new", "widget", "a b"], 2), (["new", "widget", "é"], 2),
            (["new", "widget", "a", "--app", "a b"], 2),
            (["new", "widget", String(repeating: "a", count: 65)], 2),
            (["lint", "--lax"], 2), (["lint", "/nonexistent"], 1),
            (["status", "--socket", "/nonexistent"], 3),
            (["watch", "--format", "xml"], 2), (["watch", "--place", "app"], 2),
            (["watch", "--format", "line", "--template", "{txt}"], 2),
            (["watch", "--template", "{text}"], 2),
            (["watch", "--output", "/tmp/x"], 2), (["watch", "--in-use", "w1"], 2),
            (["watch", "--in-use", "--visible"], 2), (["watch", "--in-use", "-s/nonexistent"], 3),
            (["watch", "--place", "app/kind", "-s/nonexistent"], 3),
            (["provide", "app", "kind"], 2), (["provide", "app", "kind", "--every", "often", "true"], 2),
            (["provide", "app", "kind", "--every", "1h", "--at-end", "true"], 2),
            (["provide", "app", "kind", "true", "-s/nonexistent"], 3),
            (["--socket", "/nonexistent", "watch", "w1"], 3), (["-s/nonexistent", "journal", "--follow"], 3),
            (["journal", "--since", "yesterdy"], 2), (["journal", "--until", "25:00"], 2),
            (["journal", "--limit", "-1"], 2), (["-s/nonexistent", "journal", "--since", "-2h"], 3),
        ] as [([String], Int32)]
    )
    func status(arguments: [String], status: Int32) {
        #expect(Program.waymarkctl.run(arguments) == status)
    }

    @Test(
        "is wrong usage for what waymark-lab does, whatever follows",
        arguments: [
            ["decode", "FILE"], ["replay", "FILE", "--report", "day.html"], ["test", "--help"],
            ["simulate", "city-drive", "--pty"], ["simulate", "1,2", "3,4"],
            ["simulate", "walk", "city-drive"],
            ["record", "--coarse", "-o", "FILE"],
        ]
    )
    func moved(arguments: [String]) {
        #expect(Program.waymarkctl.run(arguments) == 2)
    }
}
