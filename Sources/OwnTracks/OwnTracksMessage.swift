package import LocationModel
import Varlink
package import WaymarkInterfaces

/// One message of OwnTracks, the body of a request.
package enum OwnTracksMessage: Hashable {
    /// A position with its time, and the user that the message's topic names.
    case position(FeedInterface.Fix, UTCInstant, user: String?)

    /// Another message in a box that the phone's key opens.
    case encrypted([UInt8])

    case reportLocation

    /// A message without a usable position: waypoints, an incomplete position, or the empty message that
    /// OwnTracks sends when a friend is deleted.
    case other

    /// Parses a message; `nil` if it is not one of OwnTracks.
    package init?(_ body: [UInt8]) {
        guard !body.isEmpty else {
            self = .other
            return
        }
        guard let object = try? JSONObject(body, depthLimit: 8), let type = object["_type"]?.text else {
            return nil
        }
        switch type {
        case "location": self.init(location: object)
        case "encrypted":
            guard let box = object["data"]?.text.flatMap(SecretBox.bytes) else { return nil }
            self = .encrypted(box)
        case "cmd" where object["action"]?.text == "reportLocation": self = .reportLocation
        default: self = .other
        }
    }

    /// Parses a position; phones send -1 for an unknown speed, course or accuracy.
    private init(location object: JSONObject) {
        func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
            object[name].flatMap { try? Double(reading: $0) }.flatMap { range.contains($0) ? $0 : nil }
        }
        // The largest radius is the service's, the last time in the year 2100.
        let radii = 1e-3...1e5
        guard let seconds = number("tst", in: 0...4_102_444_800), let accuracy = number("acc", in: radii),
            let latitude = number("lat", in: -90...90), let longitude = number("lon", in: -180...180)
        else {
            self = .other
            return
        }
        let time = UTCInstant(secondsSince1970: Int64(seconds))
        let altitude = number("alt", in: -1000...100_000)
        let fix = FeedInterface.Fix(
            latitudeDegrees: latitude,
            longitudeDegrees: longitude,
            // Android documents the radius that it reports, which OwnTracks passes on, as the one with 68 %
            // probability. Apple documents none; it is taken as the same.
            horizontalAccuracyMeters: accuracy,
            time: time.text(places: 0),
            altitudeMeters: altitude,
            verticalAccuracyMeters: altitude.flatMap { _ in number("vac", in: radii) },
            // In km/h.
            speedMetersPerSecond: number("vel", in: 0...3600).map { $0 / 3.6 },
            courseDegrees: number("cog", in: 0...360).map { $0 == 360 ? 0 : $0 }
        )
        // owntracks/USER/DEVICE
        let topic = object["topic"]?.text?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        self = .position(fix, time, user: topic.count >= 3 ? String(topic[1]) : nil)
    }
}
