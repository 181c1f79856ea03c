import LocationModel

/// Puts reports into NMEA 0183 sentences, as a receiver would.
///
/// A receiver for one system speaks as that system, in the form of NMEA 0183 2.3. One for several speaks as `GN`, in
/// the form of 4.11: GSA once a system and with its number, GSV with the number of the signal, RMC and GNS with
/// the navigational status.
package struct NMEAWriter: Sendable {
    /// The sentences it can write, in the order of a cycle.
    package enum Kind: String, CaseIterable, Sendable {
        /// Recommended minimum: time, date, position, speed and course.
        case rmc = "RMC"

        /// Speed and course.
        case vtg = "VTG"

        /// Time, position, mode of each system, dilution and altitude.
        case gns = "GNS"

        /// Time, position, quality, dilution and altitude.
        case gga = "GGA"

        /// Mode, satellites and dilutions.
        case gsa = "GSA"

        /// Satellites in view.
        case gsv = "GSV"

        /// Position and time.
        case gll = "GLL"

        /// Standard deviations.
        case gst = "GST"

        /// Expected errors.
        case gbs = "GBS"

        /// Time and date with century.
        case zda = "ZDA"

        /// True heading.
        case hdt = "HDT"

        /// Magnetic heading as sensed, with deviation and variation.
        case hdg = "HDG"

        /// Magnetic heading.
        case hdm = "HDM"

        /// True heading, and how it came about.
        case ths = "THS"
    }

    /// What is written unless somebody chooses.
    package static let usual: Set<Kind> = [.rmc, .vtg, .gga, .gsa, .gst, .zda]

    /// The sentences that a compass fills.
    package static let headings: Set<Kind> = [.hdt, .hdg, .hdm, .ths]

    let traits: ReceiverTraits
    let kinds: [Kind]
    let constellations: [Constellation]

    /// Creates a writer of what a receiver says.
    package init(_ traits: ReceiverTraits = ReceiverTraits()) {
        self.traits = traits
        kinds = Kind.allCases.filter(traits.sentences.contains)
        constellations = traits.orderedConstellations
    }

    /// Creates a writer of these kinds, for GPS.
    package init(_ kinds: Set<Kind>) {
        var traits = ReceiverTraits()
        traits.sentences = kinds
        self.init(traits)
    }

    /// Adds the sentences of one cycle to `output`, each with checksum and line end.
    package func write(_ epoch: SimulatedEpoch, to output: inout [UInt8]) {
        var text = SentenceText()
        for kind in kinds { write(kind, of: epoch, to: &text) }
        output += text.bytes
    }

    /// Returns the sentences of one cycle, each with checksum and line end.
    package func sentences(for epoch: SimulatedEpoch) -> [String] {
        var bytes: [UInt8] = []
        write(epoch, to: &bytes)
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) + "\n" }
    }

    /// Whether the form of NMEA 0183 4.11 is written.
    var isForSeveral: Bool { constellations.count > 1 }

    /// Who speaks.
    var talker: String { isForSeveral ? "GN" : constellations.first?.talker ?? "GN" }

    private func write(_ kind: Kind, of epoch: SimulatedEpoch, to text: inout SentenceText) {
        switch kind {
        case .gsa: return activeSatellites(epoch.solution, &text)
        case .gsv: return satellitesInView(epoch, &text)
        case .hdt, .hdg, .hdm, .ths: return heading(kind, epoch, &text)
        default: break
        }
        text.begin(talker, kind.rawValue)
        switch kind {
        case .rmc: recommendedMinimum(epoch, &text)
        case .vtg: velocity(epoch.solution, &text)
        case .gns: fixData(epoch, &text)
        case .gga: gpsFixData(epoch, &text)
        case .gll: position(epoch, &text)
        case .gst: deviations(epoch, &text)
        case .gbs: expectedErrors(epoch, &text)
        default: timeAndDate(epoch, &text)
        }
        text.end()
    }
}
