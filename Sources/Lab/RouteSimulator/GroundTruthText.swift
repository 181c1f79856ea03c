import LocationModel

/// The ground truth of a simulation beside the reports, as text for scoring whatever is computed from the reports.
package enum GroundTruthText: Hashable, Sendable {
    /// A CSV table with one line for each epoch, with or without a solution.
    case table

    case gpx

    package var beginning: String {
        switch self {
        case .table:
            "time,latitude,longitude,altitude_m,speed_mps,heading_deg,reported_latitude,reported_longitude,error_m\n"
        case .gpx:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="waymark-lab simulate" xmlns="http://www.topografix.com/GPX/1/1">
            <trk><trkseg>

            """
        }
    }

    package var ending: String { self == .gpx ? "</trkseg></trk>\n</gpx>\n" : "" }

    package func line(for epoch: SimulatedEpoch) -> String {
        let (latitude, longitude) = epoch.trueCoordinate.degrees(places: 8)
        let altitude = epoch.trueAltitudeMeters.text(places: 3)
        if self == .gpx {
            return """
                <trkpt lat="\(latitude)" lon="\(longitude)"><ele>\(altitude)</ele><time>\(epoch.time)</time></trkpt>

                """
        }
        let motion = [
            epoch.trueSpeedMetersPerSecond.text(places: 3), epoch.trueHeadingDegrees.text(places: 2),
        ]
        var reported = ["", "", ""]
        if let solution = epoch.solution {
            let (latitude, longitude) = solution.coordinate.degrees(places: 8)
            reported = [latitude, longitude, (epoch.errorMeters ?? 0).text(places: 3)]
        }
        return ([epoch.time.description, latitude, longitude, altitude] + motion + reported)
            .joined(separator: ",") + "\n"
    }
}
