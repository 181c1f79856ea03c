import TestSupport
import Testing

@Suite("An export of a replay", .ownThreads, .timeLimit(.minutes(10)))
struct ExportTests {
    @Test(
        "is read by gpsbabel, with its track and its marks",
        .enabled(if: ChildProcess.isInstalled("gpsbabel"), "gpsbabel is not installed"),
        arguments: ["gpx", "geojson", "kml"]
    )
    func isRead(form: String) async throws {
        let folder = try TemporaryFolder()
        let export = "\(folder.path)/drive.\(form)"
        let replay = [BuiltPrograms.lab, "replay", MainJobTests.recording, "--export", export]
        try await RunningProgram.output(of: replay)
        let gpx = folder.path + "/read.gpx"
        let options = ["-w", "-t", "-i", form, "-f", export, "-o", "gpx", "-F", gpx]
        try await RunningProgram.output(of: ["gpsbabel"] + options)
        let text = try String(decoding: Checkout.bytes(of: gpx), as: UTF8.self)
        #expect(text.split(separator: "<wpt ").count - 1 == 6)
        // gpsbabel takes the lines of GeoJSON for routes.
        #expect(text.split(separator: "<trkpt ").count + text.split(separator: "<rtept ").count > 1500)
        #expect(text.contains("change 3"))
    }
}
