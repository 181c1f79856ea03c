/// What a recording was found to be.
package struct RecordingForm: Hashable, Sendable, CustomStringConvertible {
    /// The language of a recording.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A receiver's sentences.
        case nmea = "NMEA 0183"

        /// What gpsd tells its clients, a JSON object a line.
        case gpsd = "gpsd JSON"

        /// Tracks, routes and waypoints in XML.
        case gpx = "GPX"
    }

    /// Its language; `nil` where nothing known was found, but sentences may still come.
    package var kind: Kind?

    /// Whether its lines begin with the time at which they arrived.
    package var isStamped = false

    /// Whether it is compressed with gzip.
    package var isCompressed = false

    /// Creates a form.
    package init(_ kind: Kind?, isStamped: Bool = false, isCompressed: Bool = false) {
        self.kind = kind
        self.isStamped = isStamped
        self.isCompressed = isCompressed
    }

    /// In words: `NMEA 0183 with time stamps, in gzip`.
    package var description: String {
        (kind?.rawValue ?? "unknown") + (isStamped ? " with time stamps" : "")
            + (isCompressed ? ", in gzip" : "")
    }

    /// What is wrong with a recording of this form that has come to its end without an epoch.
    var withoutEpochs: String {
        switch kind {
        case .nmea, nil: "\(self) without a sentence that has a time or a position"
        case .gpsd: "\(self) without a position report (TPV)"
        case .gpx: "\(self) without a point"
        }
    }
}
