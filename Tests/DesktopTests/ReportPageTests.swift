import LinuxSystem
import TestSupport
import Testing

@Suite("The page of a report")
struct ReportPageTests {
    @Test("shows every event and its reason in a browser, by pointer and keyboard", .timeLimit(.minutes(3)))
    func inBrowser() async throws {
        let folder = try TemporaryFolder()
        let page = folder.path + "/drive.html"
        let replay = try RunningProgram([
            BuiltPrograms.tool, "replay", Checkout.root + "/Samples/recordings/city-drive.nmea",
            "--in-view", "0s-10min", "--in-view", "always", "--report", page,
        ])
        #expect(try await replay.end() == .status(0))
        let browser = try RunningProgram([
            "/usr/bin/python3", Checkout.root + "/Tests/DesktopTests/report-page.py", page,
            folder.path + "/page.png",
        ])
        #expect(try await browser.end(within: .seconds(150)) == .status(0), "\(browser.errors)")
        let found = browser.output
        #expect(found.contains(#""title": "Replay of city-drive.nmea""#))
        // Each of six changes is on the map and in the bands, and reloads the one widget that stays in view.
        #expect(found.contains(#""changes": 12"#), "\(found)")
        #expect(found.contains(#""names": true"#) && found.contains(#""pages": true"#))
        #expect(found.contains("the first place is known: a significant change"), "\(found)")
        #expect(found.contains("since the last notified place: a significant change"), "\(found)")
        #expect(found.contains(#""requests": 0"#) && found.contains(#""messages": []"#), "\(found)")
        #expect(found.contains(#""grounds": ["rgb(255, 255, 255)", "rgb(20, 24, 29)"]"#), "\(found)")
        let picture = try Checkout.bytes(of: folder.path + "/page.png")
        #expect(picture.count > 20_000)
        Attachment.record(picture, named: "page.png")
    }
}
