// The errors of io.waymark.Location.
extension LocationInterface {
    /// As many requests for a location wait as may, of this app or of this user.
    package struct TooManyRequests: InterfaceError {
        package static let name = "io.waymark.Location.TooManyRequests"

        package var limit: Int

        /// Creates a value of its members.
        package init(limit: Int) { self.limit = limit }
    }

    package typealias UnknownSession = CommonErrors<Self>.UnknownSession
    package typealias AppMismatch = CommonErrors<Self>.AppMismatch
    package typealias StateNotSaved = CommonErrors<Self>.StateNotSaved

    /// The app's manifest does not say what it wants the location for, so nobody is asked.
    package struct MissingPurpose: InterfaceError {
        package static let name = "io.waymark.Location.MissingPurpose"

        package var app: String

        /// The key that the manifest lacks, as it stands there.
        package var key: String

        /// Creates a value of its members.
        package init(app: String, key: String) {
            self.app = app
            self.key = key
        }
    }
}
