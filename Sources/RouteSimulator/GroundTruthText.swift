import LocationModel

/// The ground truth of a simulation beside the reports, as text for scoring whatever is computed from the reports.
package struct GroundTruthText: Sendable {
    package enum Form: Hashable, Sendable {
        /// A CSV table with one line for each epoch, with or without a solution.
        case table

        /// A GPX track of the true positions.
        case gpx
    }

    private let form: Form

    package init(_ form: Form) { self.form = form }

    /// The text before the first epoch.
    package var beginning: String {
        switch form {
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

    /// The text after the last epoch.
    package var ending: String { form == .gpx ? "</trkseg></trk>\n</gpx>\n" : "" }

    package func line(for epoch: SimulatedEpoch) -> String {
        String(room: 1024) { form == .gpx ? writePoint(epoch, to: &$0) : writeRow(epoch, to: &$0) }
    }

    private func writePoint(_ epoch: SimulatedEpoch, to text: inout OutputSpan<UInt8>) {
        text.append("<trkpt lat=\"")
        text.append(epoch.trueCoordinate.latitudeDegrees, places: 8)
        text.append("\" lon=\"")
        text.append(epoch.trueCoordinate.longitudeDegrees, places: 8)
        text.append("\"><ele>")
        text.append(epoch.trueAltitudeMeters, places: 3)
        text.append("</ele><time>")
        text.append(epoch.time.description.utf8.span)
        text.append("</time></trkpt>\n")
    }

    private func writeRow(_ epoch: SimulatedEpoch, to text: inout OutputSpan<UInt8>) {
        text.append(epoch.time.description.utf8.span)
        for (value, places) in [
            (epoch.trueCoordinate.latitudeDegrees, 8), (epoch.trueCoordinate.longitudeDegrees, 8),
            (epoch.trueAltitudeMeters, 3), (epoch.trueSpeedMetersPerSecond, 3), (epoch.trueHeadingDegrees, 2),
        ] {
            text.append(",")
            text.append(value, places: places)
        }
        if let solution = epoch.solution {
            text.append(",")
            text.append(solution.coordinate.latitudeDegrees, places: 8)
            text.append(",")
            text.append(solution.coordinate.longitudeDegrees, places: 8)
            text.append(",")
            text.append(epoch.errorMeters ?? 0, places: 3)
        } else {
            text.append(",,,")
        }
        text.append("\n")
    }
}
