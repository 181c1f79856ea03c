import LinuxSystem
import TestSupport

/// A recording of a receiver at rest with one fix per second, for playing in a loop.
enum StillRecording {
    static let latitudeDegrees = 52.52
    static let longitudeDegrees = 13.405

    /// The recording, which lies beside the programs for all tests.
    private static let file: Result<String, any Error> = Result {
        let path = BuiltPrograms.folder + "/still.nmea"
        try AtomicFile.write(Array(text(seconds: 600).utf8), to: path)
        return path
    }

    static func url(speed: String = "20") throws -> String { "file://\(try file.get())?speed=\(speed)&loop" }

    static func text(seconds: Int) -> String { (0..<seconds).map { epoch($0) }.joined() }

    /// Returns the sentences of one second, at this place or another to the east or west of it.
    static func epoch(_ second: Int, longitude: String = "01324.30000") -> String {
        let clock = clock(second)
        return sentence("GNRMC,\(clock),A,5231.20000,N,\(longitude),E,0.0,,120526,,,A")
            + sentence("GNGGA,\(clock),5231.20000,N,\(longitude),E,1,10,0.8,35.0,M,45.0,M,,")
    }

    /// Writes a recording of a boat that turns to the right by a degree a second, with a compass.
    static func compassURL(in folder: borrowing TemporaryFolder) throws -> String {
        let text = (0..<600).map { epoch($0) + sentence("IIHDG,\($0 % 360).0,,,4.0,E") }.joined()
        try folder.write(text, to: "compass.nmea")
        return "file://\(folder.path)/compass.nmea?speed=20&loop"
    }

    static func clock(_ second: Int) -> String { "12\(padded(second / 60))\(padded(second % 60)).00" }
}
