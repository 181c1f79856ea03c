import LinuxSystem
import TestSupport
import Testing

@Suite("The page of a report", .ownThreads, .timeLimit(.minutes(10)))
struct ReportPageTests {
    @Test("shows every event and its reason, by pointer, keyboard and screen reader")
    func inBrowser() async throws {
        let folder = try TemporaryFolder()
        let page = folder.path + "/drive.html"
        try await RunningProgram.output(of: [
            BuiltPrograms.lab, "replay", Checkout.root + "/Samples/recordings/city-drive.nmea",
            "--in-view", "0s-10min", "--in-view", "always", "--zone", "UTC", "--report", page,
        ])
        let found = try await RunningProgram.output(of: [
            "/usr/bin/python3", Checkout.root + "/Tests/DesktopTests/report-page.py", page,
            folder.path + "/page.png",
        ])
        for text in [
            #""title": "Replay of city-drive.nmea""#,
            // Each of six changes is on the map and in the bands, and reloads the one widget that stays in view.
            #""changes": 12"#, #""pointed": true"#, #""names": true"#,
            #""bands": ["06:30:32 to 06:40:32 w1: in view", "#,
            #""roles": {"heading": 1, "status": 1, "table": 2, "columnheader": 4}"#,
            #""labels": ["times", "map"]"#, #""phone": 390"#,
            // Printed, it is two pages on white paper, also from a dark screen.
            #""pages": 2"#, #""grounds": ["rgb(255, 255, 255)", "rgb(20, 24, 29)", "rgb(255, 255, 255)"]"#,
            "the first place is known: a significant change",
            "since the last notified place: a significant change", #""requests": 0"#, #""messages": []"#,
            #""handlers": 0"#, #""refused": 2"#, #""titleAtEnd": "Replay of city-drive.nmea""#,
        ] { #expect(found.contains(text), "\(found)") }
        let picture = try Checkout.bytes(of: folder.path + "/page.png")
        #expect(picture.count > 20_000)
        Attachment.record(picture, named: "page.png")
    }
}
