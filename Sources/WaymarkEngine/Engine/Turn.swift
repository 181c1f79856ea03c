import LocationModel

/// The context in which all components handle an event: the moment, the settings, and what comes of the
/// event.
///
/// It is the last parameter of whatever changes something. Effects are carried out in the order in which they were
/// emitted.
struct Turn: Equatable, Sendable {
    /// The latest moment, also used to convert wall-clock dates to deadlines.
    var now: Moment

    var settings: EngineSettings

    private(set) var journal: JournalNumbers

    /// The amount of each quota that each user has taken.
    private(set) var usage: Usage

    private var effects: [Effect] = []
    private var notices: [Notice] = []
    private var addressOnly = AddressOnly()

    /// The apps of which consumers may have gained or lost their entitlement since ``takeTouched()``.
    private var touchedApps: Set<AppKey> = []
    private var everyAppIsTouched = false

    init(at now: Moment, settings: EngineSettings, journal: JournalNumbers, usage: Usage) {
        self.now = now
        self.settings = settings
        self.journal = journal
        self.usage = usage
    }

    // MARK: Effects

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// Makes durable a change of the saved state that its component has already made.
    mutating func commit(_ change: StateChange) { emit(.commit(change)) }

    mutating func record(_ decision: Decision, about subject: JournalSubject = .everybody) {
        let number = journal.next(at: now.utc)
        emit(.record(JournalEntry(number: number, moment: now, subject: subject, decision: decision)))
    }

    mutating func record(_ decision: Decision, about app: AppKey) {
        record(decision, about: JournalSubject(app: app))
    }

    /// Records a decision about all apps of a user or, with `nil`, about everybody.
    mutating func record(_ decision: Decision, about user: UserIdentifier?) {
        record(decision, about: JournalSubject(user: user))
    }

    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Quotas

    /// Throws a refusal if `amount` more would exceed a user's quota, or its share.
    ///
    /// Quotas keep one user from exhausting the service for others. What all together may have is shared as `FairShares`
    /// says, so that many users of one person don't exhaust it either. Only new items are refused. Items beyond a quota
    /// after a restart or a lowered limit stay.
    func admit(_ amount: Int = 1, to quota: Quota, of user: UserIdentifier) throws(Refusal) {
        let (held, limit) = (usage[quota, of: user], settings.quotas[quota])
        guard amount > 0 else { return }
        guard held + amount <= limit else { throw .quotaExceeded(quota, limit: limit) }
        let whole = settings.quotas.whole(of: quota)
        if let users = usage.usersSharing(quota, of: whole, ifItDenies: amount, to: user) {
            throw .quotaExceeded(quota, limit: held, users: users)
        }
    }

    /// Counts `amount` more, or less if negative, of what a user holds.
    mutating func count(_ amount: Int, _ quota: Quota, of user: UserIdentifier) {
        usage.add(amount, to: quota, of: user)
    }

    // MARK: Notices

    /// Tells the components above of something; the engine passes it on once the present function has returned.
    mutating func tell(_ notice: Notice) { notices.append(notice) }

    mutating func takeNotices() -> [Notice] {
        guard !notices.isEmpty else { return [] }
        defer { notices = [] }
        return notices
    }

    /// Marks an app of which consumers may have gained or lost their entitlement.
    mutating func touch(_ app: AppKey) { touchedApps.insert(app) }

    mutating func touchEveryApp() { everyAppIsTouched = true }

    var isTouched: Bool { everyAppIsTouched || !touchedApps.isEmpty }

    /// Returns the apps marked since the last call, in order; with `every`, any other may be affected too.
    mutating func takeTouched() -> (apps: [AppKey], every: Bool) {
        defer { (touchedApps, everyAppIsTouched) = ([], false) }
        return (touchedApps.sorted(), everyAppIsTouched)
    }
}

/// What a component tells those above it.
enum Notice: Equatable, Sendable {
    case useBegan(AppKey)
    case useEnded(AppKey)
    case locationRequested(LocationRequestIdentifier)

    case monitorOpened(SessionIdentifier, AppKey)

    /// Beacon listening has begun, ended, or met another obstacle.
    case beaconListeningChanged
    case beaconsHeard([BeaconIdentity])

    /// An app's program has started, failed or ended, so that whatever waits for it may go on.
    case programChanged(AppKey)

    case cameIntoView(WidgetIdentifier)
    case pauseEnded(UserIdentifier, LocationPause)

    /// Something to tell the streams on which an app asks for its authorization.
    case appTold(AppKey, AppEvent)

    /// An app's authorization may differ from what it was before.
    case authorizationMayDiffer(AppKey, from: Authorization, because: AuthorizationCause)
}

/// A member that makes the compiler pass the value it is in by address.
///
/// Any other value it copies, all the hundreds of bytes of a component, each time that a method which changes it calls one
/// which only reads it.
struct AddressOnly: Equatable, Sendable {
    /// A value of a type that is known at run time only.
    private var anything: any Sendable = ()

    static func == (left: Self, right: Self) -> Bool { true }
}
