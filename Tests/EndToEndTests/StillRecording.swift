import TestSupport

/// A recording of a receiver at rest with one fix per second, for playing in a loop.
enum StillRecording {
    static let latitudeDegrees = 52.52
    static let longitudeDegrees = 13.405

    /// Writes the recording into a folder and returns the URL of a receiver that plays it in a loop.
    static func url(in folder: borrowing TemporaryFolder, speed: Int = 20) throws -> String {
        try folder.write(text(seconds: 600), to: "still.nmea")
        return "file://\(folder.path)/still.nmea?speed=\(speed)&loop"
    }

    static func text(seconds: Int) -> String {
        (0..<seconds).map { second in
            let clock = clock(second)
            return sentence("GNRMC,\(clock),A,5231.20000,N,01324.30000,E,0.0,,120526,,,A")
                + sentence("GNGGA,\(clock),5231.20000,N,01324.30000,E,1,10,0.8,35.0,M,45.0,M,,")
        }.joined()
    }

    static func clock(_ second: Int) -> String { "12\(padded(second / 60))\(padded(second % 60)).00" }

    static func sentence(_ body: String) -> String {
        let checksum = body.utf8.reduce(UInt8(0), ^)
        let digits = String(checksum, radix: 16, uppercase: true)
        return "$\(body)*\(checksum < 16 ? "0" : "")\(digits)\r\n"
    }

    private static func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
