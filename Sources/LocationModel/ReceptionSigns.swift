/// A receiver's statements about its reception that can cast doubt on its position.
package struct ReceptionSigns: Hashable, Codable, Sendable {
    package var signals: SignalStrengths?

    /// The interference that the receiver measures, from 0 for none to 255.
    package var jamming: UInt8?

    /// Whether the antenna is open or short-circuited.
    package var hasAntennaFault: Bool?

    package init(signals: SignalStrengths? = nil, jamming: UInt8? = nil, hasAntennaFault: Bool? = nil) {
        self.signals = signals
        self.jamming = jamming
        self.hasAntennaFault = hasAntennaFault
    }

    package var isEmpty: Bool { signals == nil && jamming == nil && hasAntennaFault == nil }
}

/// The strengths of the signals that a receiver hears at one time, in dB-Hz (C/N0).
package struct SignalStrengths: Hashable, Codable, Sendable {
    package var count: Int
    package var meanDecibels: Double
    package var spreadDecibels: Double

    package init(count: Int, meanDecibels: Double, spreadDecibels: Double) {
        self.count = count
        self.meanDecibels = meanDecibels
        self.spreadDecibels = spreadDecibels
    }
}
