package import UserInput

/// Reads files that describe a drive for the simulator.
package enum ScenarioFile {
    /// The largest file that is read: far more than anyone writes by hand.
    package static let sizeLimit = 1 << 20

    /// Reads the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The file that problems are reported for.
    ///   - readTrack: Reads the recording that the file names.
    /// - Returns: The scenario, named after the file.
    /// - Throws: ``INIError`` with every problem of the file.
    package static func parse(
        _ bytes: [UInt8],
        path: String,
        readTrack: (_ path: String) -> TrackContents
    ) throws(INIError) -> Scenario {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return try withoutActuallyEscaping(readTrack) { (readTrack) throws(INIError) -> Scenario in
            let draft = ScenarioDraft { readTrack($0.hasPrefix("/") ? $0 : folder + $0) }
            var reading = INIReading(draft, of: ScenarioSetting.scenarioKeys)
            reading.read(bytes, from: path)
            let result = try reading.result()
            guard let scenario = result.scenario(name: name(of: path)) else {
                let (key, accepts) =
                    result.route == nil
                    ? ("Origin", ScenarioValue.waypointForm)
                    : ("Waypoint", "at least one, or a Stop= or Track=")
                throw INIError(
                    problems: [
                        INIProblem(file: path, reason: .missing(key: key, section: "Route", accepts: accepts))
                    ]
                )
            }
            return scenario
        }
    }

    /// The file's name without folder and ending.
    private static func name(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
}
