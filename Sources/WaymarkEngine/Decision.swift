package import LocationModel

/// A decision of the engine with its evidence, including decisions to do nothing.
package enum Decision: Hashable, Sendable {
    /// A significant change is announced; the first has no distance.
    case significantChange(distanceMeters: Double?, after: Duration?)

    /// The machine has moved far enough, but too soon after the last notification.
    case changeHeld(distanceMeters: Double, remaining: Duration)

    /// A fix is held until others confirm it.
    case fixHeld(FixDoubt)

    /// Receivers are opened.
    case receiversOn(EntitledConsumer)

    /// Receivers are closed after being unused for `unusedFor`.
    case receiversOff(unusedFor: Duration)

    /// Receivers are closed for a pause: only significant changes are wanted, and none is expected.
    case receiversPaused(ReceiverPause)

    /// Receivers are opened again after a pause.
    case receiversResumed(after: Duration, EntitledConsumer)

    /// A receiver's state has changed.
    case receiver(ReceiverIdentifier, name: String, ReceiverState)

    /// Another receiver is followed.
    case followed(FollowChange, name: String, earlierName: String?)

    /// A decision about the place that the owner stated.
    case statedPlace(StatedPlaceDecision)

    /// A decision about listening for beacons.
    case beacons(BeaconDecision)

    /// A decision about authorization.
    case authorization(AuthorizationDecision)

    /// A decision about a call for one location.
    case locationRequest(LocationRequestIdentifier, LocationRequestDecision)

    /// A decision about what an app monitors.
    case monitor(MonitorDecision)

    /// A decision about a stream of an app's locations or headings.
    case follower(SessionIdentifier, FollowerDecision)

    /// A decision about a service session of an app.
    case serviceSession(SessionIdentifier, ServiceSessionDecision)

    /// A decision about starting or stopping an app's program.
    case launch(LaunchDecision)

    /// A provider has connected, with a verified or claimed app.
    case providerConnected(SessionIdentifier, kinds: Int, AppVerification)

    /// A provider has disconnected.
    case providerDisconnected(SessionIdentifier)

    /// A widget was placed.
    case placed

    /// A widget was removed.
    case removed

    /// A widget has another family or configuration, with values for so many properties.
    case configured(family: WidgetFamily, properties: Int)

    /// The content of a widget is withdrawn from hosts, because its app may no longer know the location it was made with.
    case contentWithdrawn

    /// A widget has come into view.
    case viewed

    /// A widget has come into view on a surface that its host has declared always in view.
    case alwaysInView

    /// A widget has gone out of view and counts as in use for another `inUseFor`.
    case hidden(inUseFor: Duration)

    /// A widget no longer counts as in use.
    case windowEnded

    /// A timeline is requested from a provider.
    case reload(
        RequestIdentifier,
        ReloadReason,
        absence: LocationAbsence?,
        deadline: Duration,
        charge: ReloadCharge
    )

    /// A widget's reload is pending because of an obstacle.
    case pending(ReloadReason, ReloadObstacle)

    /// A widget has used up its budget of `dailyReloads`; a reload waits until `next` is over.
    case budgetUsedUp(dailyReloads: Int, ReloadBudget.Uses, next: Duration)

    /// The wall clock was set by more than a minute.
    case clockSet(by: Duration)

    /// The time zone or its rules were changed.
    case zoneChanged

    /// A reload waits for a fix, for `atMost`.
    case awaitingFix(ReloadReason, atMost: Duration)

    /// A timeline was accepted.
    case timeline(RequestIdentifier, entries: Int, ReloadPolicy)

    /// A provider failed to make a timeline; the next attempt follows in `retryIn`.
    case timelineFailed(RequestIdentifier, message: String, retryIn: Duration)

    /// A provider did not answer in time; the next attempt follows in `retryIn`.
    case timelineLate(RequestIdentifier, retryIn: Duration)

    /// A provider disconnected with a request unanswered.
    case requestAbandoned(RequestIdentifier)
}

extension Decision {
    /// Whether the decision reveals how far the machine moved, and when.
    var tellsOfMovement: Bool {
        switch self {
        case .significantChange, .changeHeld, .fixHeld, .receiversPaused: true
        case .monitor(let decision): decision.tellsOfMovement
        default: false
        }
    }
}

/// The obstacle to a reload.
package enum ReloadObstacle: Hashable, Sendable {
    /// The widget is not in use: it left view `lastInView` ago, or was never in view since the service started.
    case notInUse(lastInView: Duration?)

    /// Only "always" would give the widget a location, and the person has not confirmed it.
    case alwaysUnconfirmed

    /// No provider of the kind is connected.
    case noProvider

    /// The provider does not run, and its start has an obstacle or takes a moment.
    case launch(LaunchObstacle)

    /// An earlier request is unanswered; the provider has `remaining` to answer.
    case answerOutstanding(RequestIdentifier, remaining: Duration)

    /// Earlier requests failed, and the next attempt is due in `remaining`.
    case backingOff(remaining: Duration)

    /// The widget has used up its budget, which allows the next reload in `remaining`.
    case overBudget(remaining: Duration)
}

/// A decision about a call for one location.
package enum LocationRequestDecision: Hashable, Sendable {
    /// The request was made.
    case made(LocationRequest)

    /// The request is given a location.
    case given(after: Duration, age: Duration, accuracyMeters: Double?)

    /// The request is given no location.
    case absent(RequestAbsence)

    /// The client has disconnected.
    case abandoned
}

/// The app, user or widget that a decision concerns.
package struct JournalSubject: Hashable, Sendable {
    /// The app, if any.
    package var app: AppKey?

    /// The user, if the decision concerns one rather than an app.
    package var user: UserIdentifier?

    /// The widget, if any.
    package var widget: WidgetIdentifier?

    /// The subject of decisions that concern everybody.
    package static let everybody = JournalSubject()

    /// Creates a subject.
    package init(app: AppKey? = nil, user: UserIdentifier? = nil, widget: WidgetIdentifier? = nil) {
        self.app = app
        self.user = user
        self.widget = widget
    }

    /// Returns whether the subject covers a widget of `owner`: the widget itself, its whole app, or everybody.
    package func concerns(_ widget: WidgetIdentifier, of owner: AppKey?) -> Bool {
        self.widget == widget
            || self.widget == nil && (app == nil || app == owner) && (user == nil || user == owner?.user)
    }

    /// Returns whether the subject concerns only those whom `caller` may act for.
    package func isVisible(to caller: Caller) -> Bool {
        app.map { caller.mayActFor($0) } ?? user.map { caller.mayDecideFor($0) } ?? true
    }
}

/// A decision in the journal.
package struct JournalEntry: Hashable, Sendable {
    /// The decision's number, one of ``JournalNumbers``.
    ///
    /// It counts the decisions of all users, so only root may know it.
    package let number: UInt64

    /// The time of the decision.
    package let moment: Moment

    /// The subject.
    package let subject: JournalSubject

    /// The decision.
    package let decision: Decision

    /// Creates an entry.
    package init(number: UInt64, moment: Moment, subject: JournalSubject, decision: Decision) {
        self.number = number
        self.moment = moment
        self.subject = subject
        self.decision = decision
    }
}
