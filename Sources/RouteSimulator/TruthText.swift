import LocationModel

/// Where the vehicle really was, beside what was reported: for whoever wants to score what is made of the reports.
package struct TruthText: Sendable {
    /// The form of the text.
    package enum Form: Hashable, Sendable {
        /// A table with one line an epoch, also without a solution.
        case table

        /// A GPX track of the true places.
        case gpx
    }

    private let form: Form

    /// Creates text of this form.
    package init(_ form: Form) { self.form = form }

    /// What stands before the first epoch.
    package var beginning: String {
        switch form {
        case .table:
            "time,latitude,longitude,altitude_m,speed_mps,heading_deg,reported_latitude,reported_longitude,error_m\n"
        case .gpx:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="waymarkctl simulate" xmlns="http://www.topografix.com/GPX/1/1">
            <trk><trkseg>

            """
        }
    }

    /// What stands behind the last one.
    package var ending: String { form == .gpx ? "</trkseg></trk>\n</gpx>\n" : "" }

    /// Returns the line of an epoch.
    package func line(for epoch: SimulatedEpoch) -> String {
        let latitude = decimal(epoch.trueCoordinate.latitudeDegrees, 8)
        let longitude = decimal(epoch.trueCoordinate.longitudeDegrees, 8)
        let altitude = decimal(epoch.trueAltitudeMeters, 3)
        switch form {
        case .gpx:
            return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>\(altitude)</ele>"
                + "<time>\(epoch.time)</time></trkpt>\n"
        case .table:
            var fields = [
                epoch.time.description, latitude, longitude, altitude,
                decimal(epoch.trueSpeedMetersPerSecond, 3),
                decimal(epoch.trueHeadingDegrees, 2),
            ]
            if let solution = epoch.solution {
                fields += [
                    decimal(solution.coordinate.latitudeDegrees, 8),
                    decimal(solution.coordinate.longitudeDegrees, 8), decimal(epoch.errorMeters ?? 0, 3),
                ]
            } else {
                fields += ["", "", ""]
            }
            return fields.joined(separator: ",") + "\n"
        }
    }

    private func decimal(_ value: Double, _ digits: Int) -> String {
        var unit = 1
        for _ in 0..<digits { unit *= 10 }
        let scaled = Int((value.magnitude * Double(unit)).rounded())
        let fraction = String(scaled % unit)
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return (value < 0 && scaled != 0 ? "-" : "") + "\(scaled / unit).\(zeros)\(fraction)"
    }
}
