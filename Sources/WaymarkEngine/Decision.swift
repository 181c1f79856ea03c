package import LocationModel

/// What the engine decided, with the evidence; also when it decided to do nothing.
package enum Decision: Hashable, Sendable {
    /// Everybody is told where the machine is; without a distance for the first time.
    case significantChange(distanceMeters: Double?, after: Duration?)

    /// The machine has moved far enough, but too soon after the last notification.
    case changeHeld(distanceMeters: Double, remaining: Duration)

    /// The machine has left the area that a widget knows under reduced accuracy, too soon for another to be given.
    case areaHeld(remaining: Duration)

    /// A fix counts for nothing until others bear it out.
    case fixHeld(FixDoubt)

    /// Receivers are opened.
    case receiversOn(EntitledConsumer)

    /// Receivers are closed, because nobody has had a use for them for a while.
    case receiversOff(unusedFor: Duration)

    /// Receivers are closed for a while, because nothing but significant changes is wanted and none is to be expected.
    case receiversPaused(ReceiverPause)

    /// Receivers are opened again after a pause.
    case receiversResumed(after: Duration, EntitledConsumer)

    /// A receiver has come into another state.
    case receiver(ReceiverIdentifier, name: String, ReceiverState)

    /// Another receiver is followed from now on.
    case followed(FollowChange, name: String, earlierName: String?)

    /// Something about who may know the location.
    case authorization(AuthorizationDecision)

    /// Something about a call for one location.
    case locationRequest(LocationRequestIdentifier, LocationRequestDecision)

    /// A provider has connected, whose app is verified or claimed.
    case providerConnected(SessionIdentifier, kinds: Int, AppVerification)

    /// A provider has gone.
    case providerDisconnected(SessionIdentifier)

    /// A widget was placed.
    case placed

    /// A widget was removed.
    case removed

    /// A widget has come into view.
    case viewed

    /// A widget has gone out of view and counts as in use for as long as given.
    case hidden(inUseFor: Duration)

    /// A widget does not count as in use any more.
    case windowEnded

    /// A provider is asked for a timeline.
    case reload(RequestIdentifier, ReloadReason, absence: LocationAbsence?, deadline: Duration)

    /// A widget is owed a reload that cannot be made now.
    case pending(ReloadReason, ReloadObstacle)

    /// A reload waits for a fix.
    case awaitingFix(ReloadReason, atMost: Duration)

    /// A timeline was accepted.
    case timeline(RequestIdentifier, entries: Int, ReloadPolicy)

    /// A provider could not make a timeline.
    case timelineFailed(RequestIdentifier, message: String, retryIn: Duration)

    /// A provider did not answer in time.
    case timelineLate(RequestIdentifier, retryIn: Duration)

    /// A provider went away with a request unanswered.
    case requestAbandoned(RequestIdentifier)
}

extension Decision {
    /// Whether it tells how far the machine moved, and when.
    var tellsOfMovement: Bool {
        switch self {
        case .significantChange, .changeHeld, .areaHeld, .fixHeld, .receiversPaused: true
        default: false
        }
    }
}

/// Why a reload cannot be made now.
package enum ReloadObstacle: Hashable, Sendable {
    /// The widget was last in view as long ago as given, or never since the service started.
    case notInUse(lastInView: Duration?)

    /// Only "always" would give it a location, which the person has not confirmed.
    case alwaysUnconfirmed

    /// No provider of the kind is connected.
    case noProvider

    /// An earlier request is not answered yet.
    case answerOutstanding(RequestIdentifier)

    /// Earlier requests failed, and the next try is not due yet.
    case backingOff(remaining: Duration)
}

/// What becomes of a call for one location.
package enum LocationRequestDecision: Hashable, Sendable {
    /// It was made.
    case made(LocationRequest)

    /// It is given a location.
    case given(after: Duration, age: Duration, accuracyMeters: Double?)

    /// It is given none.
    case absent(RequestAbsence)

    /// The client has gone.
    case abandoned
}

/// The app, user or widget that a decision concerns.
package struct JournalSubject: Hashable, Sendable {
    /// The app, where it concerns one.
    package var app: AppKey?

    /// The user, where it concerns one rather than an app.
    package var user: UserIdentifier?

    /// The widget, where it concerns one.
    package var widget: WidgetIdentifier?

    /// Everybody.
    package static let everybody = JournalSubject()

    /// Creates a subject.
    package init(app: AppKey? = nil, user: UserIdentifier? = nil, widget: WidgetIdentifier? = nil) {
        self.app = app
        self.user = user
        self.widget = widget
    }

    /// Returns whether it concerns a widget of `owner`: the widget itself, its app as a whole, or everybody.
    package func concerns(_ widget: WidgetIdentifier, of owner: AppKey?) -> Bool {
        self.widget == widget
            || self.widget == nil && (app == nil || app == owner) && (user == nil || user == owner?.user)
    }

    /// Returns whether it concerns nobody whom `caller` may not act for.
    package func isVisible(to caller: Caller) -> Bool {
        app.map { caller.mayActFor($0) } ?? user.map { caller.mayDecideFor($0) } ?? true
    }
}

/// A decision in the journal.
package struct JournalEntry: Hashable, Sendable {
    /// Counts decisions since the service started, from 1: of all users, so only root may know it.
    package let number: UInt64

    /// When it was taken.
    package let moment: Moment

    /// The subject.
    package let subject: JournalSubject

    /// What was decided.
    package let decision: Decision
}
