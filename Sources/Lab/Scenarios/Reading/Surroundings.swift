package import LocationModel
package import WaymarkEngine

/// The things that a scenario needs from outside: files, time zones and the keys of the configuration.
package struct Surroundings {
    /// A reason, for a person, why something named in a scenario cannot be used.
    package struct Problem: Error {
        package let text: String

        package init(_ text: String) { self.text = text }
    }

    /// The receiver that plays a recording, and the time of its first fix, if it has one.
    package typealias Recording = (receiver: any Receiver, firstTime: UTCInstant?)

    /// Reads the places of a GPX file or another recording.
    package var readTrack: (_ path: String) -> TrackContents
    package var openRecording: (_ path: String) throws(Problem) -> Recording
    package var readManifest: (_ path: String) throws(Problem) -> AppManifest

    /// Returns the offset of local time from UTC in seconds, or `nil` if there is no such zone.
    package var zoneOffset: (_ zone: String) -> ((UTCInstant) -> Int)?

    /// Returns the engine's settings with keys of the configuration, in the order of the file.
    package var settings: (_ assignments: [(key: String, value: String)]) throws(Problem) -> EngineSettings

    package init(
        readTrack: @escaping (_ path: String) -> TrackContents,
        openRecording: @escaping (_ path: String) throws(Problem) -> Recording,
        readManifest: @escaping (_ path: String) throws(Problem) -> AppManifest,
        zoneOffset: @escaping (_ zone: String) -> ((UTCInstant) -> Int)?,
        settings: @escaping (_ assignments: [(key: String, value: String)]) throws(Problem) -> EngineSettings
    ) {
        self.readTrack = readTrack
        self.openRecording = openRecording
        self.readManifest = readManifest
        self.zoneOffset = zoneOffset
        self.settings = settings
    }
}
