import LocationModel

extension NMEAWriter {
    func recommendedMinimum(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        time(epoch, &text)
        if let solution = epoch.solution {
            text.field("A")
            coordinate(solution.coordinate, &text)
            text.field(solution.speedMetersPerSecond.inKnots, fraction: 3)
            course(solution, &text)
        } else {
            text.field("V")
            text.empty(6)
        }
        date(epoch, &text)
        side(traits.variationDegrees, &text)
        text.field(epoch.solution == nil ? "N" : qualityCodes.letter)
        if isMultiConstellation { text.field("V") }
    }

    func velocity(_ solution: SimulatedEpoch.Solution?, _ text: inout SentenceText) {
        course(solution, &text)
        text.field("T")
        text.empty()
        text.field("M")
        text.field(solution?.speedMetersPerSecond.inKnots, fraction: 3)
        text.field("N")
        text.field(solution.map { $0.speedMetersPerSecond * 3.6 }, fraction: 3)
        text.field("K")
        text.field(solution == nil ? "N" : qualityCodes.letter)
    }

    func gpsFixData(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        time(epoch, &text)
        guard let solution = epoch.solution else {
            text.empty(4)
            text.field("0")
            text.field("00")
            text.field("99.99")
            return text.empty(6)
        }
        coordinate(solution.coordinate, &text)
        text.field(qualityCodes.number)
        text.field(solution.satellitesUsed, width: 2)
        text.field(solution.horizontalDilution, fraction: 2)
        text.field(solution.altitudeMeters, fraction: heightDigits)
        text.field("M")
        text.field(epoch.geoidSeparationMeters, fraction: 1)
        text.field("M")
        text.empty(2)
    }

    func fixData(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        time(epoch, &text)
        coordinate(epoch.solution?.coordinate, &text)
        text.empty()
        // One letter for each system up to the last one used, but at least two, as before there were more systems.
        let last = max(Constellation.glonass.rawValue, constellations.last?.rawValue ?? 0)
        for system in Constellation.allCases.prefix(last) {
            let isUsed = epoch.solution != nil && constellations.contains(system)
            for letter in (isUsed ? qualityCodes.letter : "N").unicodeScalars { text.append(letter) }
        }
        text.field(epoch.solution?.satellitesUsed ?? 0, width: 2)
        text.field(epoch.solution?.horizontalDilution ?? 99.99, fraction: 2)
        text.field(epoch.solution?.altitudeMeters, fraction: heightDigits)
        text.field(epoch.solution == nil ? nil : epoch.geoidSeparationMeters, fraction: 1)
        text.empty(2)
        if isMultiConstellation { text.field("V") }
    }

    func position(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        coordinate(epoch.solution?.coordinate, &text)
        time(epoch, &text)
        text.field(epoch.solution == nil ? "V" : "A")
        text.field(epoch.solution == nil ? "N" : qualityCodes.letter)
    }

    func deviations(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        time(epoch, &text)
        guard let solution = epoch.solution else { return text.empty(7) }
        // At a dilution of 1 the position error equals the range error.
        deviation(solution.rangeDeviationMeters, &text)
        text.empty(3)
        deviation(solution.horizontalDeviationMeters, &text)
        deviation(solution.horizontalDeviationMeters, &text)
        deviation(solution.verticalDeviationMeters, &text)
    }

    func expectedErrors(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        time(epoch, &text)
        guard let solution = epoch.solution else { return text.empty(7) }
        deviation(solution.horizontalDeviationMeters, &text)
        deviation(solution.horizontalDeviationMeters, &text)
        deviation(solution.verticalDeviationMeters, &text)
        // No satellite is suspected to be faulty.
        text.empty(4)
    }

    func timeAndDate(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        if epoch.isTimeKnown, epoch.isDateKnown {
            let date = epoch.dateInSentence
            time(epoch, &text)
            text.field(date.day, width: 2)
            text.field(date.month, width: 2)
            text.field(date.year, width: 4)
        } else {
            text.empty(4)
        }
        text.field("00")
        text.field("00")
    }
}

/// Fields shared by several sentences.
extension NMEAWriter {
    private func time(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        text.empty()
        guard epoch.isTimeKnown else { return }
        let milliseconds = Int(epoch.time.nanosecondsOfDay / 1_000_000)
        let seconds = milliseconds / 1000
        if epoch.isInLeapSecond {
            text.append(235_960, 6)
        } else {
            text.append(seconds / 3600, 2)
            text.append(seconds / 60 % 60, 2)
            text.append(seconds % 60, 2)
        }
        text.append(".")
        // A third digit if the rate needs it, in every epoch: the format does not change from epoch to epoch.
        if traits.rate.milliseconds % 10 == 0 {
            text.append(milliseconds % 1000 / 10, 2)
        } else {
            text.append(milliseconds % 1000, 3)
        }
    }

    private func date(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        text.empty()
        guard epoch.isTimeKnown, epoch.isDateKnown else { return }
        let date = epoch.dateInSentence
        text.append(date.day, 2)
        text.append(date.month, 2)
        text.append(date.year % 100, 2)
    }

    private func coordinate(_ coordinate: Coordinate?, _ text: inout SentenceText) {
        guard let coordinate else { return text.empty(4) }
        let digits = isExact ? 7 : 5
        text.angle(coordinate.latitudeDegrees, width: 2, fraction: digits, "N", "S")
        text.angle(coordinate.longitudeDegrees, width: 3, fraction: digits, "E", "W")
    }

    private func course(_ solution: SimulatedEpoch.Solution?, _ text: inout SentenceText) {
        guard let course = solution?.courseDegrees else { return text.empty() }
        text.field(course >= 359.995 ? 0 : course, fraction: 2)
    }

    private func deviation(_ meters: Double, _ text: inout SentenceText) {
        text.field(meters, fraction: meters < 1 ? 3 : 1)
    }

    /// Appends an angle, positive to the east, as its size and a letter, or two empty fields.
    func side(_ degreesEast: Double?, _ text: inout SentenceText) {
        guard let degreesEast else { return text.empty(2) }
        text.field(degreesEast.magnitude, fraction: 1)
        text.field(degreesEast < 0 ? "W" : "E")
    }

    /// Whether the solution is precise enough for more digits.
    private var isExact: Bool { traits.quality == .rtkFixed || traits.quality == .rtkFloat }

    private var heightDigits: Int { isExact ? 3 : 1 }

    /// The mode letter and the number of GGA for the quality.
    private var qualityCodes: (letter: String, number: String) {
        switch traits.quality {
        case .unknown, .autonomous: ("A", "1")
        case .differential: ("D", "2")
        case .precise: ("P", "3")
        case .rtkFixed: ("R", "4")
        case .rtkFloat: ("F", "5")
        case .deadReckoning: ("E", "6")
        case .manual: ("M", "7")
        case .simulated: ("S", "8")
        }
    }
}

extension SimulatedEpoch {
    /// The date in sentences: a leap second belongs to the day that it ends.
    fileprivate var dateInSentence: CalendarDate {
        isInLeapSecond ? time.advanced(by: .seconds(-1)).date : time.date
    }
}

extension Double {
    /// This speed, given in metres per second, in knots.
    fileprivate var inKnots: Double { self * 3600 / 1852 }
}
