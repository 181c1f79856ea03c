import TestSupport
import Testing

@Suite("An export of a replay", .ownThreads, .timeLimit(.minutes(10)))
struct ExportTests {
    private static let isInstalled = ChildProcess.isInstalled("gpsbabel")

    @Test(
        "is read by gpsbabel, with its track and its marks",
        .enabled(if: isInstalled, "gpsbabel is not installed"),
        arguments: ["gpx", "geojson", "kml"]
    )
    func isRead(form: String) async throws {
        let folder = try TemporaryFolder()
        let export = "\(folder.path)/drive.\(form)"
        let replay = try RunningProgram([
            BuiltPrograms.lab, "replay", Checkout.root + "/Samples/recordings/city-drive.nmea", "--export",
            export,
        ])
        #expect(try await replay.end() == .status(0))
        let gpx = folder.path + "/read.gpx"
        let babel = try RunningProgram([
            "gpsbabel", "-w", "-t", "-i", form, "-f", export, "-o", "gpx", "-F", gpx,
        ])
        #expect(try await babel.end() == .status(0), "\(babel.errors)")
        let text = try String(decoding: Checkout.bytes(of: gpx), as: UTF8.self)
        #expect(text.split(separator: "<wpt ").count - 1 == 6)
        // gpsbabel takes the lines of GeoJSON for routes.
        #expect(text.split(separator: "<trkpt ").count + text.split(separator: "<rtept ").count > 1500)
        #expect(text.contains("change 3"))
    }
}
