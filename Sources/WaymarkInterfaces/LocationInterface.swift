package import LocationModel

/// The types of `io.waymark.Location`, whose description says what each means.
package enum LocationInterface: NamedInterface {
    package static let name = "io.waymark.Location"

    /// A service that reduced accuracy leaves nothing of.
    package enum Service: String, Codable, Hashable, Sendable, CaseIterable {
        case regions
        case heading
    }

    /// The app's authorization, complete.
    package struct Authorization: Codable, Hashable, Sendable {
        /// Whether it may know the location.
        package var status: AuthorizationStatus

        /// How exactly; means nothing unless it may know.
        package var accuracy: AccuracyAuthorization

        /// What the person decided about its widgets.
        package var widgets: WidgetGrant

        /// Whether its widgets may know the location: always, or when in use and granted to widgets.
        package var isAuthorizedForWidgetUpdates: Bool

        /// What the accuracy does not allow.
        package var unavailableServices: [Service]

        /// Creates a value of its members.
        package init(
            status: AuthorizationStatus,
            accuracy: AccuracyAuthorization,
            widgets: WidgetGrant,
            isAuthorizedForWidgetUpdates: Bool,
            unavailableServices: [Service]
        ) {
            self.status = status
            self.accuracy = accuracy
            self.widgets = widgets
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
            self.unavailableServices = unavailableServices
        }
    }

    /// What the person is asked.
    package typealias Question = SettingsInterface.Question

    /// What became of a request.
    package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person is being asked; how it ends is told on the stream.
        case authorizationRequestInProgress

        /// No agent can ask the person yet: the question waits for one, or for the settings.
        case noAgent

        /// Nothing, because the app is not in use.
        case notInUse

        /// Nothing, because the person has decided already.
        case alreadyDetermined

        /// Nothing, because the app is allowed once; it can ask for more next time.
        case allowedOnce

        /// Nothing, because the app had its one chance to ask for always.
        case alwaysWasAsked

        /// Nothing, because the administrator does not allow it.
        case restricted

        /// Nothing, because location services are switched off.
        case servicesOff

        /// Nothing, because the app may not know the location at all.
        case notAuthorized

        /// Nothing, because the app may know exactly already.
        case alreadyFullAccuracy
    }

    /// What a reply to a request carries.
    package struct RequestReply: Codable, Hashable, Sendable {
        /// What became of the request.
        package var outcome: Outcome

        /// The same in words, for a person.
        package var text: String

        /// The question, where the person is asked.
        package var prompt: String?

        /// Creates a value of its members.
        package init(outcome: Outcome, text: String, prompt: String? = nil) {
            self.outcome = outcome
            self.text = text
            self.prompt = prompt
        }
    }
}
