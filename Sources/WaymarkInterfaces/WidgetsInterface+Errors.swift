// The errors of io.waymark.Widgets.
extension WidgetsInterface {
    package typealias UnknownSession = CommonErrors<Self>.UnknownSession
    package typealias UnknownWidget = CommonErrors<Self>.UnknownWidget
    package typealias AppMismatch = CommonErrors<Self>.AppMismatch
    package typealias StateNotSaved = CommonErrors<Self>.StateNotSaved

    /// The request is not waiting for an answer.
    package struct RequestOver: InterfaceError {
        package static let name = "io.waymark.Widgets.RequestOver"

        /// It was answered, its deadline passed, its widget was removed, or this session never had it.
        package enum Why: String, Codable, Hashable, Sendable, CaseIterable {
            case answered
            case late
            case removed
            case unknown
        }

        /// The request.
        package var request: String

        /// It was answered, its deadline passed, its widget was removed, or this session never had it.
        package var why: Why

        /// Creates a value of its members.
        package init(request: String, why: Why) {
            self.request = request
            self.why = why
        }
    }

    /// The session serves no such kind.
    package struct UnknownKind: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownKind"

        /// The kind.
        package var kind: String

        /// Creates a value of its members.
        package init(kind: String) {
            self.kind = kind
        }
    }
}
