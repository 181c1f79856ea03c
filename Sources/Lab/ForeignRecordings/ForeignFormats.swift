package import Receivers

extension RecordingForm.Kind {
    /// Tracks of the GeoLife collection, one point on each line.
    package static let geolife = Self("GeoLife PLT", without: "a point")

    /// A phone's location history as Google exports it.
    package static let googleHistory = Self("Google location history", without: "a location")

    /// What Google's GnssLogger writes on a phone; its fixes are used.
    package static let gnssLogger = Self("GnssLogger text", without: "a line 'Fix'")
}

/// The formats of recordings that no receiver writes, which the laboratory reads and the service does not.
package let foreignFormats: [any TrackFormat.Type] = [
    GeolifeTrack.self, GoogleHistory.self, GnssLoggerText.self,
]
