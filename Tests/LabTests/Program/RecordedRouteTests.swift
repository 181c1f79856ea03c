import Lab
import TestSupport
import Testing

@Suite("The route of simulate", .ownThreads, .timeLimit(.minutes(10)))
struct RecordedRouteTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "is any recording that decode reads: its positions at their times",
        arguments: [
            (
                "plt",
                "Geolife trajectory\n\n\n\n\n\n48,7.8,0,860,0,2026-05-12,06:30:00\n48.01,7.8,0,,0,2026-05-12,06:31:00"
            ),
            (
                "txt",
                "Fix,GPS,48,7.8,310,1,5,84,1778567400000,0.3,\nFix,GPS,48.01,7.8,310,1,5,84,1778567460000,0.3,\n"
            ),
            (
                "json",
                #"{"locations":[{"latitudeE7":480000000,"longitudeE7":78000000,"timestampMs":"1778567400000"},"#
                    + #"{"latitudeE7":480100000,"longitudeE7":78000000,"timestampMs":"1778567460000"}]}"#
            ),
            (
                "gpx",
                #"<gpx><rte><rtept lat="48" lon="7.8"><time>2026-05-12T06:30:00Z</time></rtept>"#
                    + #"<rtept lat="48.01" lon="7.8"><time>2026-05-12T06:31:00Z</time></rtept></rte></gpx>"#
            ),
        ]
    )
    func recording(ending: String, text: String) async throws {
        let path = folder.path + "/drive." + ending
        try folder.write(text, to: "drive." + ending)
        let checked = try await lab(["simulate", path, "--check"])
        #expect(checked.output.hasPrefix("\(path): 1."), "\(checked.output)")
        #expect(checked.output.contains(" from 2026-05-12T06:30:00Z"), "\(checked.output)")
    }

    @Test("is refused by the name of its kind if that is known and cannot be read")
    func unsupported() async throws {
        try folder.write(#"{"timelineObjects":[]}"#, to: "history.json")
        let refused = try await lab(["simulate", folder.path + "/history.json"], status: 1)
        #expect(refused.errors.contains("semantic location history"), "\(refused.errors)")
    }

    @Test("may be what a receiver wrote, also compressed")
    func receivers() async throws {
        let trip = Checkout.root + "/Samples/recordings/short-trip.nmea"
        let program = try RunningProgram(["sh", "-c", "gzip -c \(trip) > \(folder.path)/trip.gz"])
        #expect(try await program.end() == .status(0))
        let plain = try await lab(["simulate", trip, "--check"]).output.split(separator: ": ").last
        let compressed = try await lab(["simulate", folder.path + "/trip.gz", "--check"]).output
        #expect(plain != nil && compressed.split(separator: ": ").last == plain)
    }
}
