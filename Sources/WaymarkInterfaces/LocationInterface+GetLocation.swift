// One location, and why there is none.
extension LocationInterface {
    /// A position.
    ///
    /// Members that are absent are unknown.
    package typealias Location = WidgetsInterface.Location

    /// Why an app gets no location.
    package enum AbsenceReason: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person has not decided about the app yet.
        case notDetermined

        /// The administrator forbids it; nobody else can change that.
        case restricted

        /// The person said no.
        case denied

        /// Location services are switched off.
        case servicesOff

        /// A host says that the app's windows are hidden.
        case insufficientlyInUse

        /// The app may know, but no receiver gave a location in time.
        case locationUnknown
    }

    /// Why no receiver gave a location in time.
    package enum UnknownCause: String, Codable, Hashable, Sendable, CaseIterable {
        /// No receiver is configured.
        case noReceiver

        /// The receiver cannot be reached: it is unplugged, or does not answer.
        case absent

        /// The receiver is being opened.
        case connecting

        /// The receiver is open and has had no position since.
        case acquiring

        /// The receiver had a position and lost it.
        case lost

        /// The receiver gives positions, but the machine is probably not there.
        case inDoubt

        /// The receiver has a position, and has not sent one since the call.
        case noNewFix

        /// The recording has been played to its end.
        case ended
    }

    /// Why there is no location, with the evidence.
    package struct LocationAbsence: Codable, Hashable, Sendable {
        /// Why.
        package var reason: AbsenceReason

        /// Where the reason is locationUnknown: why.
        ///
        /// Of several receivers, the one that is nearest to a position counts.
        package var cause: UnknownCause?

        /// That receiver: the URL it was configured with.
        package var receiver: String?

        /// How long the cause has lasted.
        package var sinceSeconds: Double?

        /// Why the receiver cannot be reached, for a person.
        package var problem: String?

        /// Creates a value of its members.
        package init(
            reason: AbsenceReason,
            cause: UnknownCause? = nil,
            receiver: String? = nil,
            sinceSeconds: Double? = nil,
            problem: String? = nil
        ) {
            self.reason = reason
            self.cause = cause
            self.receiver = receiver
            self.sinceSeconds = sinceSeconds
            self.problem = problem
        }
    }

    /// Returns the location once.
    package struct GetLocation: MethodParameters {
        package static let method = "io.waymark.Location.GetLocation"

        /// The app: ASCII letters, digits, ".", "-" and "_".
        package var app: String

        /// The radius of the 68 % circle that is accurate enough to answer before the deadline; any accuracy where absent.
        package var desiredAccuracyMeters: Double?

        /// How old the latest location may be to be answered at once; 5 where absent.
        package var maximumAgeSeconds: Double?

        /// How long to wait: more than 0, 300 at most; 10 where absent.
        package var deadlineSeconds: Double?

        /// Creates a value of its members.
        package init(
            app: String,
            desiredAccuracyMeters: Double? = nil,
            maximumAgeSeconds: Double? = nil,
            deadlineSeconds: Double? = nil
        ) {
            self.app = app
            self.desiredAccuracyMeters = desiredAccuracyMeters
            self.maximumAgeSeconds = maximumAgeSeconds
            self.deadlineSeconds = deadlineSeconds
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case desiredAccuracyMeters
            case maximumAgeSeconds
            case deadlineSeconds
        }

        /// What a reply to GetLocation carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The location, under reduced accuracy that of an area some kilometres wide.
            package var location: Location?

            /// Why there is none, where there is none.
            package var absence: LocationAbsence?

            /// The outcome in words, for a person.
            package var text: String

            /// Creates a value of its members.
            package init(location: Location? = nil, absence: LocationAbsence? = nil, text: String) {
                self.location = location
                self.absence = absence
                self.text = text
            }
        }
    }
}
