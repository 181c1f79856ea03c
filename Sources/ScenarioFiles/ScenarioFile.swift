package import INIFiles
import LinuxSystem
package import RouteSimulator

/// A file that describes a drive for the simulator.
package enum ScenarioFile {
    /// Far more than anyone writes by hand, and little enough to hold in memory.
    private static let sizeLimit = 1 << 20

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - readTrack: Reads the recording that the file names, at a path that starts from the present folder.
    /// - Returns: The scenario, called as the file.
    /// - Throws: ``INIError`` with every problem of the file.
    package static func load(
        path: String,
        readTrack: (_ path: String) -> TrackContents
    ) throws(INIError) -> Scenario {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try contentsOfFile(path, atMost: sizeLimit)
        } catch { throw INIError(problems: [INIProblem(file: path, reason: .unreadable(error))]) }
        return try parse(bytes, path: path, readTrack: readTrack)
    }

    /// Reads the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds.
    ///   - path: The file that problems are reported for.
    ///   - readTrack: Reads the recording that the file names.
    /// - Returns: The scenario, called as the file.
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
            reading.take(bytes, from: path)
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
