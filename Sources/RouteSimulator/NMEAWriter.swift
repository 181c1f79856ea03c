import LocationModel

/// Writes simulated epochs as NMEA 0183 sentences, as a receiver would.
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

    let traits: ReceiverTraits
    let kinds: [Kind]
    let constellations: [Constellation]

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
        var text = SentenceText()
        for kind in kinds { write(kind, of: epoch, to: &text) }
        output += text.bytes
    }

    /// Whether to use the format of NMEA 0183 4.11.
    var isMultiConstellation: Bool { constellations.count > 1 }
    var talker: String { isMultiConstellation ? "GN" : constellations.first?.talker ?? "GN" }

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
