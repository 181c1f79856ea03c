extension Scenario {
    /// The drives whose files are part of the program.
    package static let builtIn = [
        builtIn("city-drive", PackageResources.city_drive_scenario),
        builtIn("day-at-rest", PackageResources.day_at_rest_scenario),
        builtIn("short-trip", PackageResources.short_trip_scenario),
    ].compactMap(\.self)

    package static func named(_ name: String) -> Scenario? { builtIn.first { $0.name == name } }

    private static func builtIn(_ name: String, _ file: [UInt8]) -> Scenario? {
        let nothing = Surroundings.Problem("nothing is around a built-in drive")
        let surroundings = Surroundings(
            readTrack: { _ in .problem(nothing.text) },
            openRecording: { (_) throws(Surroundings.Problem) in throw nothing },
            readManifest: { (_) throws(Surroundings.Problem) in throw nothing },
            zoneOffset: { _ in nil },
            settings: { (_) throws(Surroundings.Problem) in throw nothing }
        )
        return try? ScenarioReader.read(file, path: name, surroundings: surroundings).drive
    }
}
