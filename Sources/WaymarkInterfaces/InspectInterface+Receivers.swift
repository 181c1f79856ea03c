// How receivers are doing.
extension InspectInterface {
    /// A receiver and how it is doing.
    package struct Receiver: Codable, Hashable, Sendable {
        /// Its state.
        package enum State: String, Codable, Hashable, Sendable, CaseIterable {
            case off
            case absent
            case connecting
            case acquiring
            case fixed
            case lost
            case ended
        }

        /// Its place in the configuration.
        package var number: Int

        /// The URL it was configured with.
        package var name: String

        /// Its state.
        package var state: State

        /// Why it is in this state, in one word.
        package var reason: String?

        /// The same for a person.
        package var reasonText: String?

        /// How long it has been in this state.
        package var sinceSeconds: Double

        /// Why it is absent.
        package var problem: String?

        /// When it will be tried again, where it is absent.
        package var retryAfterSeconds: Double?

        /// The age of its last fix.
        package var lastFixAgeSeconds: Double?

        /// The radius that it states to hold the truth with 68 % probability, smoothed.
        package var accuracyMeters: Double?

        /// Where the vehicle pointed when it last said so, from true north.
        package var headingTrueDegrees: Double?

        /// The same from magnetic north.
        package var headingMagneticDegrees: Double?

        /// How long ago that was.
        package var headingAgeSeconds: Double?

        /// Whether it is the one whose fixes are used.
        package var followed: Bool

        /// How long it has been on since the service started.
        package var onSeconds: Double

        /// Creates a value of its members.
        package init(
            number: Int,
            name: String,
            state: State,
            reason: String? = nil,
            reasonText: String? = nil,
            sinceSeconds: Double,
            problem: String? = nil,
            retryAfterSeconds: Double? = nil,
            lastFixAgeSeconds: Double? = nil,
            accuracyMeters: Double? = nil,
            headingTrueDegrees: Double? = nil,
            headingMagneticDegrees: Double? = nil,
            headingAgeSeconds: Double? = nil,
            followed: Bool,
            onSeconds: Double
        ) {
            self.number = number
            self.name = name
            self.state = state
            self.reason = reason
            self.reasonText = reasonText
            self.sinceSeconds = sinceSeconds
            self.problem = problem
            self.retryAfterSeconds = retryAfterSeconds
            self.lastFixAgeSeconds = lastFixAgeSeconds
            self.accuracyMeters = accuracyMeters
            self.headingTrueDegrees = headingTrueDegrees
            self.headingMagneticDegrees = headingMagneticDegrees
            self.headingAgeSeconds = headingAgeSeconds
            self.followed = followed
            self.onSeconds = onSeconds
        }
    }

    /// Streams how receivers are doing: first all of them, then each as its state changes or another one is followed.
    ///
    /// Without more the answer is ExpectedMore.
    package struct WatchReceivers: MethodParameters {
        package static let method = "io.waymark.Inspect.WatchReceivers"

        /// Creates a value of its members.
        package init() {}

        /// The members a call may have: none.
        package typealias CodingKeys = NoMembers

        /// What a reply to WatchReceivers carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// Counts the events of this stream, from 1.
            package var sequence: Int

            /// How many events were dropped, because this client was slow.
            package var dropped: Int?

            /// The receivers that changed; none in an event that only says that the service lives.
            package var receivers: [Receiver]

            /// Creates a value of its members.
            package init(sequence: Int, dropped: Int? = nil, receivers: [Receiver]) {
                self.sequence = sequence
                self.dropped = dropped
                self.receivers = receivers
            }
        }
    }
}
