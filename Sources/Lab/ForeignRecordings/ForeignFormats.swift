package import Receivers

extension RecordingForm.Kind {
    /// Tracks of the GeoLife collection, one point on each line.
    package static let geolife = Self("GeoLife PLT", without: "a point")

    /// A phone's location history as Google exports it.
    package static let googleHistory = Self("Google location history", without: "a location")

    /// The text of Google's GnssLogger on a phone, of which only the fixes are used.
    package static let gnssLogger = Self("GnssLogger text", without: "a line 'Fix'")
}

/// The formats of recordings that no receiver writes, which the laboratory reads and the service does not.
package let foreignFormats: [any TrackFormat.Type] = [
    GeolifeTrack.self, GoogleHistory.self, GnssLoggerText.self,
]
