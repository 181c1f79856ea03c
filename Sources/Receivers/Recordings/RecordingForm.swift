package struct RecordingForm: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case nmea = "NMEA 0183"

        /// gpsd's messages to a client, one JSON object on each line.
        case gpsd = "gpsd JSON"

        /// Tracks, routes and waypoints in XML.
        case gpx = "GPX"

        /// Tracks of the GeoLife collection, one point on each line.
        case geolife = "GeoLife PLT"

        /// A phone's location history as Google exports it.
        case googleHistory = "Google location history"

        /// What Google's GnssLogger writes on a phone; its fixes are used.
        case gnssLogger = "GnssLogger text"
    }

    /// The format; `nil` if it is unknown, although sentences may still follow.
    package var kind: Kind?

    /// Whether its lines begin with a time stamp.
    package var isStamped = false

    package var isUTF16 = false
    package var isCompressed = false

    package init(_ kind: Kind?, isStamped: Bool = false, isCompressed: Bool = false) {
        self.kind = kind
        self.isStamped = isStamped
        self.isCompressed = isCompressed
    }

    /// The form in words: `NMEA 0183 with time stamps, in UTF-16, in gzip`.
    package var description: String {
        (kind?.rawValue ?? "unknown") + (isStamped ? " with time stamps" : "")
            + (isUTF16 ? ", in UTF-16" : "") + (isCompressed ? ", in gzip" : "")
    }

    package var withoutEpochs: String {
        switch kind {
        case .nmea, nil: "\(self) without a sentence that has a time or a position"
        case .gpsd: "\(self) without a position report (TPV)"
        case .gpx, .geolife: "\(self) without a point"
        case .googleHistory: "\(self) without a location"
        case .gnssLogger: "\(self) without a line 'Fix'"
        }
    }
}
