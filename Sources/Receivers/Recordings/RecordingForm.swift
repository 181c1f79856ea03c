package struct RecordingForm: Hashable, Sendable, CustomStringConvertible {
    package struct Kind: Hashable, Sendable {
        package static let nmea = Kind("NMEA 0183", without: "a sentence that has a time or a position")

        /// gpsd's messages to a client, one JSON object on each line.
        package static let gpsd = Kind("gpsd JSON", without: "a position report (TPV)")

        /// Tracks, routes and waypoints in XML.
        package static let gpx = Kind("GPX", without: "a point")

        fileprivate let name: String

        /// The missing part of a recording of this kind that has no epoch, for a message.
        fileprivate let missing: String

        package init(_ name: String, without missing: String) {
            self.name = name
            self.missing = missing
        }
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
        (kind?.name ?? "unknown") + (isStamped ? " with time stamps" : "")
            + (isUTF16 ? ", in UTF-16" : "") + (isCompressed ? ", in gzip" : "")
    }

    package var withoutEpochs: String { "\(self) without \((kind ?? .nmea).missing)" }
}
