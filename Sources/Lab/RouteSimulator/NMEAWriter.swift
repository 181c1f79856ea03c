import LocationModel

/// A writer of simulated epochs as the NMEA 0183 sentences of a receiver.
///
/// A single-system receiver uses the talker of its system and the format of NMEA 0183 2.3. A multi-system receiver uses
/// `GN` and the format of 4.11: one GSA for each system with its number, GSV with the signal number, RMC and GNS with
/// the navigational status.
package struct NMEAWriter: Sendable {
    /// The supported sentences, in the order of a cycle.
    package enum Kind: String, CaseIterable, Sendable {
        /// Recommended minimum: time, date, position, speed and course.
        case rmc = "RMC"
        case vtg = "VTG"

        /// Time, position, mode of each system, dilution and altitude.
        case gns = "GNS"

        /// Time, position, quality, dilution and altitude.
        case gga = "GGA"

        /// Mode, satellites and dilutions.
        case gsa = "GSA"
        case gsv = "GSV"
        case gll = "GLL"
        case gst = "GST"
        case gbs = "GBS"

        /// Time and date with century.
        case zda = "ZDA"
        case hdt = "HDT"

        /// Magnetic heading as sensed, with deviation and variation.
        case hdg = "HDG"
        case hdm = "HDM"

        /// True heading and its mode.
        case ths = "THS"
    }

    package static let defaultKinds: Set<Kind> = [.rmc, .vtg, .gga, .gsa, .gst, .zda]
    package static let headingKinds: Set<Kind> = [.hdt, .hdg, .hdm, .ths]

    private let traits: ReceiverTraits
    private let kinds: [Kind]
    private let constellations: [Constellation]

    package init(_ traits: ReceiverTraits = ReceiverTraits()) {
        self.traits = traits
        kinds = Kind.allCases.filter(traits.sentences.contains)
        constellations = traits.constellations.sorted()
    }

    /// Creates a writer of these sentences for a GPS receiver.
    package init(_ kinds: Set<Kind>) {
        var traits = ReceiverTraits()
        traits.sentences = kinds
        self.init(traits)
    }

    /// Appends the sentences of one cycle to `output`, each with checksum and line end.
    package func write(_ epoch: SimulatedEpoch, to output: inout [UInt8]) {
        for kind in kinds {
            for (talker, fields) in sentences(kind, epoch) {
                let body = ([talker + kind.rawValue] + fields).joined(separator: ",")
                let checksum = body.utf8.reduce(0, ^)
                let digits = (checksum < 16 ? "0" : "") + String(checksum, radix: 16, uppercase: true)
                output += "$\(body)*\(digits)\r\n".utf8
            }
        }
    }

    /// Whether to use the format of NMEA 0183 4.11.
    private var isMultiConstellation: Bool { constellations.count > 1 }

    /// Returns the talkers and the fields of the sentences of one kind.
    private func sentences(_ kind: Kind, _ epoch: SimulatedEpoch) -> [(talker: String, fields: [String])] {
        let talker = isMultiConstellation ? "GN" : constellations.first?.talker ?? "GN"
        return switch kind {
        case .gsa: activeSatellites(epoch.solution).map { (talker, $0) }
        case .gsv: satellitesInView(epoch)
        case .hdt, .hdg, .hdm, .ths: [("HE", heading(kind, epoch.compassDegrees))]
        default: [(talker, fields(kind, epoch, epoch.solution))]
        }
    }

    // MARK: Position and time

    /// Returns the fields of a sentence about the position or the time.
    private func fields(
        _ kind: Kind,
        _ epoch: SimulatedEpoch,
        _ solution: SimulatedEpoch.Solution?
    ) -> [String] {
        let place = coordinate(solution?.coordinate)
        let validity = solution == nil ? "V" : "A"
        let mode = solution == nil ? "N" : qualityCodes.letter
        let navigationalStatus = isMultiConstellation ? ["V"] : []
        let knots = number(solution.map { $0.speedMetersPerSecond * 3600 / 1852 }, 3)
        let course = number((solution?.courseDegrees).map { $0 >= 359.995 ? 0 : $0 }, 2)
        let altitude = number(solution?.altitudeMeters, isExact ? 3 : 1)
        let geoidSeparation = number(epoch.geoidSeparationMeters, 1)
        let horizontal = deviation(solution?.horizontalDeviationMeters)
        let vertical = deviation(solution?.verticalDeviationMeters)
        let date = epoch.dateInSentence
        switch kind {
        case .rmc:
            let digits = date.map { [$0.day, $0.month, $0.year % 100].map { $0.text(width: 2) }.joined() }
            return [time(epoch), validity] + place + [knots, course, digits ?? ""]
                + side(traits.variationDegrees) + [mode] + navigationalStatus
        case .vtg:
            let kilometersPerHour = number(solution.map { $0.speedMetersPerSecond * 3.6 }, 3)
            return [course, "T", "", "M", knots, "N", kilometersPerHour, "K", mode]
        case .gns:
            // One letter for each system up to the last one used, but at least two, as before there were more systems.
            let last = max(Constellation.glonass.rawValue, constellations.last?.rawValue ?? 0)
            let modes = Constellation.allCases.prefix(last).map { constellations.contains($0) ? mode : "N" }
            let details = [
                modes.joined(), (solution?.satellitesUsed ?? 0).text(width: 2),
                number(solution?.horizontalDilution ?? 99.99, 2), altitude,
                solution == nil ? "" : geoidSeparation, "", "",
            ]
            return [time(epoch)] + place + details + navigationalStatus
        case .gga:
            guard let solution else { return [time(epoch)] + place + ["0", "00", "99.99"] + empty(6) }
            let details = [
                qualityCodes.number, solution.satellitesUsed.text(width: 2),
                number(solution.horizontalDilution, 2), altitude, "M", geoidSeparation, "M", "", "",
            ]
            return [time(epoch)] + place + details
        case .gll: return place + [time(epoch), validity, mode]
        case .gst:
            // At a dilution of 1 the position error equals the range error.
            let range = deviation(solution?.rangeDeviationMeters)
            return [time(epoch), range, "", "", "", horizontal, horizontal, vertical]
        case .gbs:
            // No satellite is suspected to be faulty.
            return [time(epoch), horizontal, horizontal, vertical] + empty(4)
        default:
            let numbers = date.map { [$0.day, $0.month, $0.year].map { $0.text(width: 2) } }
            return (numbers.map { [time(epoch)] + $0 } ?? empty(4)) + ["00", "00"]
        }
    }

    private func time(_ epoch: SimulatedEpoch) -> String {
        guard epoch.isTimeKnown else { return "" }
        let milliseconds = Int(epoch.time.nanosecondsOfDay / 1_000_000)
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let parts = epoch.isInLeapSecond ? [23, 59, 60] : [seconds / 3600, seconds / 60 % 60, seconds % 60]
        // A third digit if the rate needs it, in every epoch: the format does not change from epoch to epoch.
        let fraction = traits.rate.milliseconds % 10 == 0 ? (rest / 10).text(width: 2) : rest.text(width: 3)
        return parts.map { $0.text(width: 2) }.joined() + "." + fraction
    }

    private func coordinate(_ coordinate: Coordinate?) -> [String] {
        guard let coordinate else { return empty(4) }
        return angle(coordinate.latitudeDegrees, width: 2, "N", "S")
            + angle(coordinate.longitudeDegrees, width: 3, "E", "W")
    }

    /// Returns an angle in degrees and minutes, and the letter of its side.
    ///
    /// It is rounded before it is split, so that the minutes are never 60.
    private func angle(_ degrees: Double, width: Int, _ positive: String, _ negative: String) -> [String] {
        let digits = isExact ? 7 : 5
        let unit = isExact ? 10_000_000 : 100_000
        let minutes = Int((degrees.magnitude * 60 * Double(unit)).rounded())
        let whole = (minutes / (60 * unit)).text(width: width) + (minutes / unit % 60).text(width: 2)
        return [whole + "." + (minutes % unit).text(width: digits), degrees < 0 ? negative : positive]
    }

    /// Whether the solution is precise enough for more digits.
    private var isExact: Bool { traits.quality == .rtkFixed || traits.quality == .rtkFloat }

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

    // MARK: Satellites

    private func activeSatellites(_ solution: SimulatedEpoch.Solution?) -> [[String]] {
        let channels = 12
        var dilutions = ["99.99", "99.99", "99.99"]
        if let solution {
            let (horizontal, vertical) = (solution.horizontalDilution, solution.verticalDilution)
            let position = (horizontal * horizontal + vertical * vertical).squareRoot()
            dilutions = [position, horizontal, vertical].map { number($0, 2) }
        }
        return zip(constellations, used(in: solution)).map { system, count in
            ["A", solution == nil ? "1" : "3"]
                + (0..<count).map { system.satelliteNumber($0).text(width: 2) } + empty(channels - count)
                + dilutions + (isMultiConstellation ? ["\(system.rawValue)"] : [])
        }
    }

    private func satellitesInView(_ epoch: SimulatedEpoch) -> [(talker: String, fields: [String])] {
        let minutes = Int(epoch.time.nanosecondsSince1970 / 60_000_000_000)
        return zip(constellations, used(in: epoch.solution)).flatMap { system, used in
            let count = epoch.isTimeKnown ? max(system.inView, used) : 0
            let sentences = max(1, (count + 3) / 4)
            return (0..<sentences).map { sentence in
                let views = (sentence * 4..<min(count, sentence * 4 + 4)).flatMap { index in
                    let view = SatelliteView(system, index, isUsed: index < used, minutes: minutes)
                    return [
                        view.number.text(width: 2), view.elevationDegrees.text(width: 2),
                        view.azimuthDegrees.text(width: 3), view.signalDecibels?.text(width: 2) ?? "",
                    ]
                }
                let head = ["\(sentences)", "\(sentence + 1)", count.text(width: 2)]
                // The first signal of each system: L1, E1, B1.
                return (system.talker, head + views + (isMultiConstellation ? ["1"] : []))
            }
        }
    }

    /// Returns the number of satellites of each system in a solution, dealt out one by one.
    private func used(in solution: SimulatedEpoch.Solution?) -> [Int] {
        var used = constellations.map { _ in 0 }
        var left = solution?.satellitesUsed ?? 0
        while left > 0 {
            let before = left
            for (index, system) in constellations.enumerated()
            where left > 0 && used[index] < system.maximumUsed {
                used[index] += 1
                left -= 1
            }
            if left == before { break }
        }
        return used
    }

    // MARK: Headings

    private func heading(_ kind: Kind, _ trueDegrees: Double?) -> [String] {
        let variation = traits.variationDegrees ?? 0
        func angle(minus correction: Double = 0) -> String {
            guard let trueDegrees else { return "" }
            let degrees = trueDegrees - correction
            let turned = degrees - 360 * (degrees / 360).rounded(.down)
            return number(turned >= 359.95 ? 0 : turned, 1)
        }
        return switch kind {
        case .hdt: [angle(), "T"]
        case .hdm: [angle(minus: variation), "M"]
        case .ths: [angle(), trueDegrees == nil ? "V" : "A"]
        default:
            [angle(minus: variation + (traits.deviationDegrees ?? 0))] + side(traits.deviationDegrees)
                + side(traits.variationDegrees)
        }
    }

    // MARK: Fields

    private func empty(_ count: Int) -> [String] { Array(repeating: "", count: count) }

    /// Returns a number with this many decimals, or an empty field for `nil`.
    private func number(_ value: Double?, _ places: Int) -> String { value?.text(places: places) ?? "" }

    private func deviation(_ meters: Double?) -> String { number(meters, meters ?? 0 < 1 ? 3 : 1) }

    /// Returns an angle, positive to the east, as its size and a letter, or two empty fields.
    private func side(_ degreesEast: Double?) -> [String] {
        guard let degreesEast else { return empty(2) }
        return [number(degreesEast.magnitude, 1), degreesEast < 0 ? "W" : "E"]
    }
}

extension SimulatedEpoch {
    /// The date in sentences, if it is known: a leap second belongs to the day that it ends.
    fileprivate var dateInSentence: CalendarDate? {
        guard isTimeKnown, isDateKnown else { return nil }
        return isInLeapSecond ? time.advanced(by: .seconds(-1)).date : time.date
    }
}
