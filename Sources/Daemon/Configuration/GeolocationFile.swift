import Glibc
import LinuxSystem
package import LocationModel
package import UserInput

/// The file in which GeoClue's static source keeps the place of the machine, by default `/etc/geolocation`.
///
/// It has four lines: latitude and longitude in degrees, altitude and accuracy radius in metres. `#` begins a comment.
package enum GeolocationFile {
    private static let sizeLimit = 64 << 10

    /// Reads the file; `nil` if there is none.
    package static func read(_ path: String) throws(OwnersProblem) -> StatedPlace? {
        let bytes: [UInt8]
        do {
            bytes = try contentsOfFile(path, atMost: sizeLimit)
        } catch {
            if error.code == ENOENT { return nil }
            throw OwnersProblem(
                "\(path): the place of the machine cannot be read: \(error.reason); let the service's user read it, or "
                    + "set File=none in [Place]"
            )
        }
        return try parse(String(decoding: bytes, as: UTF8.self), path: path)
    }

    package static func parse(_ text: String, path: String) throws(OwnersProblem) -> StatedPlace {
        var numbers: [(line: Int, text: String)] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            let content = line.prefix { $0 != "#" }.filter { !$0.isWhitespace }
            if !content.isEmpty { numbers.append((index + 1, content)) }
        }
        guard numbers.count == 4 else {
            throw OwnersProblem(
                "\(path): it has \(numbers.count) values instead of 4: give latitude, longitude, altitude and accuracy, "
                    + "each on its line"
            )
        }
        func number(
            _ index: Int,
            _ meaning: String,
            _ range: ClosedRange<Double>
        ) throws(OwnersProblem) -> Double {
            let (line, text) = numbers[index]
            guard let value = Quantity.decimal(text), range.contains(value) else {
                throw OwnersProblem(
                    "\(path):\(line): '\(text.shortened)' does not stand for \(meaning): give a number such as 52.5"
                )
            }
            return value
        }
        let latitude = try number(0, "the latitude, from -90 to 90 degrees", -90...90)
        let longitude = try number(1, "the longitude, from -180 to 180 degrees", -180...180)
        let altitude = try number(2, "the altitude, from -20000 to 20000 metres", -20_000...20_000)
        let accuracy = try number(
            3,
            "the accuracy, up to 1000000 metres",
            0...StatedPlace.largestAccuracyMeters
        )
        guard let coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) else {
            preconditionFailure("the ranges above are those of a coordinate")
        }
        // GeoClue accepts 0 for a place that is exact.
        return StatedPlace(
            coordinate: coordinate,
            accuracyMeters: max(accuracy, 1),
            altitudeMeters: altitude,
            origin: .file
        )
    }
}
