import LocationModel

/// Puts reports into NMEA 0183 sentences, as a receiver for GPS would.
package struct NMEAWriter: Sendable {
    /// The sentences it can write, in the order of a cycle.
    package enum Kind: String, CaseIterable, Sendable {
        /// Recommended minimum: time, date, position, speed and course.
        case rmc = "RMC"

        /// Speed and course.
        case vtg = "VTG"

        /// Time, position, quality, dilution and altitude.
        case gga = "GGA"

        /// Mode, satellites and dilutions.
        case gsa = "GSA"

        /// Standard deviations.
        case gst = "GST"

        /// Time and date with century.
        case zda = "ZDA"
    }

    private let kinds: Set<Kind>

    /// Creates a writer of these kinds, by default all.
    package init(_ kinds: Set<Kind> = Set(Kind.allCases)) { self.kinds = kinds }

    /// Returns the sentences of one cycle, each with checksum and line end.
    package func sentences(for epoch: SimulatedEpoch) -> [String] {
        Kind.allCases.filter(kinds.contains).map { kind in
            let body = "GP" + kind.rawValue + "," + fields(of: kind, for: epoch).joined(separator: ",")
            let checksum = body.utf8.reduce(0, ^)
            let digits = String(checksum, radix: 16, uppercase: true)
            return "$" + body + "*" + (digits.count < 2 ? "0" : "") + digits + "\r\n"
        }
    }

    private func fields(of kind: Kind, for epoch: SimulatedEpoch) -> [String] {
        switch kind {
        case .rmc: recommendedMinimum(epoch)
        case .vtg: velocity(epoch.solution)
        case .gga: fixData(epoch)
        case .gsa: satellites(epoch.solution)
        case .gst: deviations(epoch)
        case .zda: timeAndDate(epoch)
        }
    }

    private func recommendedMinimum(_ epoch: SimulatedEpoch) -> [String] {
        let date = epoch.time.date
        let dateField =
            epoch.isTimeKnown ? padded(date.day, 2) + padded(date.month, 2) + padded(date.year % 100, 2) : ""
        guard let solution = epoch.solution else {
            return [timeField(epoch), "V", "", "", "", "", "", "", dateField, "", "", "N"]
        }
        return [timeField(epoch), "A"] + positionFields(solution.coordinate) + [
            decimalText(solution.speedMetersPerSecond.inKnots, fraction: 3),
            courseField(solution), dateField, "", "", "A",
        ]
    }

    private func velocity(_ solution: SimulatedEpoch.Solution?) -> [String] {
        guard let solution else { return ["", "T", "", "M", "", "N", "", "K", "N"] }
        return [
            courseField(solution), "T", "", "M",
            decimalText(solution.speedMetersPerSecond.inKnots, fraction: 3), "N",
            decimalText(solution.speedMetersPerSecond * 3.6, fraction: 3), "K", "A",
        ]
    }

    private func fixData(_ epoch: SimulatedEpoch) -> [String] {
        guard let solution = epoch.solution else {
            return [timeField(epoch), "", "", "", "", "0", "00", "99.99", "", "", "", "", "", ""]
        }
        return [timeField(epoch)] + positionFields(solution.coordinate) + [
            "1", padded(solution.satellitesUsed, 2), decimalText(solution.horizontalDilution, fraction: 2),
            decimalText(solution.altitudeMeters, fraction: 1), "M",
            decimalText(epoch.geoidSeparationMeters, fraction: 1), "M", "", "",
        ]
    }

    private func satellites(_ solution: SimulatedEpoch.Solution?) -> [String] {
        let channels = 12
        guard let solution else {
            return ["A", "1"] + Array(repeating: "", count: channels) + ["99.99", "99.99", "99.99"]
        }
        let horizontal = solution.horizontalDilution
        let vertical = solution.verticalDilution
        let position = (horizontal * horizontal + vertical * vertical).squareRoot()
        // Any numbers of the GPS will do: nothing else in the cycle refers to them.
        let numbers = (0..<channels).map { $0 < solution.satellitesUsed ? padded(2 + $0 * 5 % 32, 2) : "" }
        return ["A", "3"] + numbers
            + [position, horizontal, vertical].map { decimalText($0, fraction: 2) }
    }

    private func deviations(_ epoch: SimulatedEpoch) -> [String] {
        guard let solution = epoch.solution else {
            return [timeField(epoch)] + Array(repeating: "", count: 7)
        }
        let horizontal = decimalText(solution.horizontalDeviationMeters, fraction: 1)
        let vertical = decimalText(solution.verticalDeviationMeters, fraction: 1)
        // At a dilution of 1 the position is off by as much as the ranges are.
        let range = decimalText(PositionNoise.horizontalDeviation, fraction: 1)
        return [timeField(epoch), range, "", "", "", horizontal, horizontal, vertical]
    }

    private func timeAndDate(_ epoch: SimulatedEpoch) -> [String] {
        guard epoch.isTimeKnown else { return ["", "", "", "", "00", "00"] }
        let date = epoch.time.date
        return [
            timeField(epoch), padded(date.day, 2), padded(date.month, 2), padded(date.year, 4), "00", "00",
        ]
    }

    private func timeField(_ epoch: SimulatedEpoch) -> String {
        guard epoch.isTimeKnown else { return "" }
        let hundredths = Int(epoch.time.nanosecondsOfDay / 10_000_000)
        let seconds = hundredths / 100
        return padded(seconds / 3600, 2) + padded(seconds / 60 % 60, 2) + padded(seconds % 60, 2) + "."
            + padded(hundredths % 100, 2)
    }

    private func courseField(_ solution: SimulatedEpoch.Solution) -> String {
        guard let course = solution.courseDegrees else { return "" }
        let text = decimalText(course, fraction: 2)
        return text == "360.00" ? "0.00" : text
    }

    private func positionFields(_ coordinate: Coordinate) -> [String] {
        [
            angleText(coordinate.latitudeDegrees, width: 2),
            coordinate.latitudeDegrees < 0 ? "S" : "N",
            angleText(coordinate.longitudeDegrees, width: 3),
            coordinate.longitudeDegrees < 0 ? "W" : "E",
        ]
    }

    /// Returns degrees and minutes; rounded before they are taken apart, so that 60 minutes never come out.
    private func angleText(_ degrees: Double, width: Int) -> String {
        let scaledMinutes = Int((degrees.magnitude * 6_000_000).rounded())
        let minutes = scaledMinutes % 6_000_000
        return padded(scaledMinutes / 6_000_000, width) + padded(minutes / 100_000, 2) + "."
            + padded(minutes % 100_000, 5)
    }
}

extension Double {
    /// The speed in knots, of one in metres per second.
    fileprivate var inKnots: Double { self * 3600 / 1852 }
}
