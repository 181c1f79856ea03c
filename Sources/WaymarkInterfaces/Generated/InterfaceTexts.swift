// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file

extension BeaconsInterface {
    package static var text: String {
#"""
# For the program that listens for Bluetooth beacons: waymark-beacons.
#
# Only programs of the user that the configuration names for it may call these methods. The program decides nothing: it
# tells which beacons the radio hears while an app wants to know. It does not learn which app, or which beacons.
interface io.waymark.Beacons

# A beacon that was heard.
type Sighting (
  # The UUID, such as 74278BDA-B644-4520-8F0C-720EAF059935.
  uuid: string,
  # The group of the beacon, from 0 to 65535.
  major: int,
  # The beacon in its group, from 0 to 65535.
  minor: int,
  # The strength of the received signal in dBm, the mean of those since the last report.
  rssi: float,
  # The strength that the beacon states for a distance of one metre, in dBm.
  powerAtOneMeter: int
)

# Streams whether an app wants to know of beacons: first now, then each change. Listen as long as one does.
#
# Without more it fails with ExpectedMore.
method Feed() -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (wanted, keepAlive),
  # The number of older events dropped because this client was slow.
  dropped: ?int,
  # The session, with each event of the kind wanted.
  session: ?string,
  # Whether to listen.
  wanted: ?bool
)

# Reports what the radio hears. Once a second is often enough; nothing needs to be reported if nothing changes.
method Report(
  # The session.
  session: string,
  # Whether the radio listens.
  listening: bool,
  # Why it does not although it should, for a person: at most 200 bytes.
  problem: ?string,
  # The beacons that were heard since the last report, at most 128.
  sightings: []Sighting
) -> ()

# No open stream of this caller has this session.
#
# For a person: the service no longer knows the session '{session}': its stream has ended
error UnknownSession (session: string)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
#
# For a person: the decision is in force but not yet saved: {reason}; the service keeps trying
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

# The call would exceed a quota of the user. Nothing was changed.
#
# For a person: too many {quota}
error QuotaExceeded (
  # The exhausted quota: placed widgets, bytes of their timelines, registered kinds, apps with decisions or kinds,
  # registered manifests, open streams, open requests and questions, services that apps monitor, regions, or their
  # vertices.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

"""#
    }
}

extension FeedInterface {
    package static var text: String {
#"""
# For programs that bring the positions of a receiver that the configuration names feed://NAME: a modem's, a phone's, or
# those of any device that a program can read; and for those that notice that the machine may have moved.
#
# Only root, the user that the service runs as, and the user that the configuration names for the feed, or with MovementUser=
# for ReportMovement, may call these methods. A program that brings positions holds one Open stream for as long as it can,
# and sends on a second connection, with the session from the stream's first event. It is told whether anybody wants a
# position, never who. It decides nothing: which of several receivers is followed, and where its positions are said to come
# from, is the service's.
interface io.waymark.Feed

# A position.
type Fix (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that contains the true position with 68 % probability; above 0 and at most 100,000.
  horizontalAccuracyMeters: float,
  # The time of the position, RFC 3339.
  time: string,
  # Metres above mean sea level.
  altitudeMeters: ?float,
  # Half the interval that contains the true altitude with 68 % probability; above 0.
  verticalAccuracyMeters: ?float,
  # Speed over ground; not negative.
  speedMetersPerSecond: ?float,
  # Course over ground, clockwise from true north; from 0 to below 360.
  courseDegrees: ?float
)

# Streams whether positions are wanted: first now, then each change. Send while they are; what is sent at other times is
# dropped. Without more it fails with ExpectedMore.
method Open(
  # The name of the feed in the configuration: cabin, for feed://cabin.
  feed: string
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event. The first is opened, the second wanted or unwanted. Another wanted replaces the one before.
  # keepAlive only shows that the service is alive; none comes while nothing is wanted.
  event: (opened, wanted, unwanted, keepAlive),
  # The number of older events dropped because this client was slow.
  dropped: ?int,
  # The session, with opened.
  session: ?string,
  # With wanted: how far apart positions may be. If absent, as often as the device likes, at best once a second.
  intervalSeconds: ?float,
  # With wanted: how accurate positions need to be, as a radius. If absent, as accurate as the device can.
  accuracyMeters: ?float
)

# Sends what a receiver says in NMEA 0183. It may be cut anywhere: lines are put together again.
method SendNMEA(
  # The session.
  session: string,
  # The text, at most 32,768 bytes.
  text: string
) -> ()

# Sends a position.
method SendFix(
  # The session.
  session: string,
  # The position.
  fix: Fix
) -> ()

# Tells what the device is doing while it has no position, or that it is none. The next position replaces it.
method SendState(
  # The session.
  session: string,
  # It searches, or there is none that could: no modem, no SIM, no phone.
  state: (searching, absent),
  # The reason, for a person: at most 200 bytes.
  reason: ?string
) -> ()

# Reports that the machine may have moved, as a motion sensor, another Wi-Fi or a lid shows.
#
# While receivers pause, they look at the place at once, and soon again; a report alone tells nobody anything. One report
# counts in five minutes. The reply does not say whether this one did.
method ReportMovement(
  # What shows it, in a word such as motion, wifi, lid or dock: at most 32 ASCII letters, digits, ".", "-" and "_".
  reason: ?string
) -> ()

# The configuration names no such feed.
#
# For a person: no receiver feed://{feed} is configured
error UnknownFeed (feed: string)

# Another program brings this feed.
#
# For a person: another program brings the feed '{feed}' already
error FeedTaken (feed: string)

# The position is none of now, and was not taken: it is over 60 s old, over 60 s ahead of this machine's clock, or older
# than the one before.
error FixNotTaken (
  # Which of these, for a person.
  reason: string
)

# No open stream of this caller has this session.
#
# For a person: the service no longer knows the session '{session}': its stream has ended
error UnknownSession (session: string)

"""#
    }
}

extension HostInterface {
    package static var text: String {
#"""
# For hosts: programs that show widgets and report which are in view.
#
# A host holds one Watch stream and makes its calls on a second connection. When the stream ends, the widgets that it
# reported in view go out of view. A host handles the widgets of its own user; root handles those of every user.
interface io.waymark.Host

# A state of a widget from a date on.
type Entry (
  # The date from which to show it, RFC 3339.
  date: string,
  # The content to show, as the provider made it.
  content: object
)

# The shape and size in which a host shows a widget.
type WidgetFamily (
  # A square tile.
  small,
  # A tile as high as a small one and twice as wide.
  medium,
  # A square tile, twice as wide and high as a small one.
  large,
  # A tile as high as a large one and twice as wide.
  extraLarge,
  # A small circle, such as a gauge.
  circular,
  # A few short lines of text.
  rectangular,
  # One line of text, as in a bar.
  inline
)

# The location status of a widget.
type WidgetStatus (
  # The widget's kind does not want a location.
  ready,
  # The latest timeline was made with a location.
  fix,
  # The widget has no timeline yet, or none that may be shown.
  waiting,
  # The widget may not know the location: neither do widgets share the authorization, nor is the app itself in use.
  denied,
  # The widget may know the location, but got none: it was not in view recently, or there was no fix.
  unavailable
)

# A widget as shown by a host.
type WidgetView (
  # The widget.
  widget: string,
  # Its app.
  app: string,
  # Its kind.
  kind: string,
  # The user it belongs to.
  user: int,
  # The family in which to show it.
  family: WidgetFamily,
  # The location status.
  status: WidgetStatus,
  # The entry to show now, if the widget has a timeline that may be shown.
  entry: ?Entry,
  # How much it matters now, by its provider's figure for the time and the machine's place: above 0, and absent if it does
  # not. A host with room for one of several widgets shows the one with the greatest.
  relevance: ?float,
  # True if the widget may not know the location, but a click of its user could give it one with ShareOnce. A host of that
  # user may show a button for that.
  shareable: ?bool,
  # The content to show while there is no entry, if the kind has one. Show it as a placeholder, not as news.
  placeholder: ?object
)

# A kind of widget that can be placed.
type Kind (
  # Its app.
  app: string,
  # The name of the app for people, if it has a manifest.
  appName: ?string,
  # Its name, unique within the app.
  kind: string,
  # The user it belongs to.
  user: int,
  # Its name for people.
  name: ?string,
  # What its widgets show, for people.
  description: ?string,
  # The families that it has a layout for, the preferred one first.
  families: []WidgetFamily,
  # Whether its timelines depend on the location.
  wantsLocation: bool,
  # Whether programs that are not its provider may have its widgets reloaded with Push.
  pushable: bool,
  # The properties of its configuration, as a JSON schema; absent if it has none.
  configuration: ?object,
  # Whether its provider is connected.
  served: bool
)

# Lists the kinds of widgets of one user that can be placed: those of manifests and those that providers have registered.
# A page has at most 100 kinds and may have fewer.
method ListKinds(
  # Only this app.
  app: ?string,
  # The user who owns the apps; the caller if absent.
  user: ?int,
  # The language of names, such as de_AT; the untranslated ones if absent.
  locale: ?string,
  # The place of the page, from the next of an earlier reply.
  after: ?string
) -> (
  # The kinds, in the order of app and kind.
  kinds: []Kind,
  # The place of the next page; absent in the last.
  next: ?string
)

# Returns what a kind looks like, for a gallery. The provider makes it of sample data, within 2 s.
method GetSnapshot(
  # The app.
  app: string,
  # The kind.
  kind: string,
  # The user who owns the app; the caller if absent.
  user: ?int,
  # The family in which to show it; the kind's preferred one if absent.
  family: ?WidgetFamily,
  # The values of the kind's properties; what is absent has its default.
  configuration: ?object
) -> (
  # The content to show: that of the provider, or else the placeholder of the kind. Absent if there is neither.
  content: ?object,
  # Why the content is not the provider's: none is connected, it could not make one, or it took too long.
  absence: ?(noProvider, failed, late)
)

# Returns the most relevant of several widgets, of equals the first.
method MostRelevant(
  # The widgets, at most 64.
  widgets: []string
) -> (
  # The most relevant widget; absent if none is relevant.
  widget: ?string,
  # Its score.
  score: ?float,
  # The date at which to ask again, RFC 3339: the answer may change then. It may also change with any widget.
  until: ?string
)

# Places a widget of a kind that a manifest or a provider has declared. With a key, it places one widget only the first
# time; later calls with the same kind and key return that widget, until it is removed.
method Place(
  # The app.
  app: string,
  # The kind.
  kind: string,
  # The user who owns the app; the caller if absent.
  user: ?int,
  # The family in which to show it; the kind's preferred one if absent.
  family: ?WidgetFamily,
  # The values of the kind's properties; what is absent has its default.
  configuration: ?object,
  # The host's own name for the widget: ASCII letters, digits, ".", "-" and "_". Hosts that use the same key for the same
  # kind share the widget.
  key: ?string
) -> (
  # The widget: a new one, or the one that was placed with this key.
  widget: string
)

# Changes the family or the configuration of a widget, and reloads it. What is absent stays as it is.
method Configure(
  # The widget.
  widget: string,
  # The family in which to show it.
  family: ?WidgetFamily,
  # The values of the kind's properties, in place of all earlier ones.
  configuration: ?object
) -> ()

# Removes a widget permanently.
method Remove(widget: string) -> ()

# Reports that a widget came into view or went out of view.
method SetVisibility(
  # The widget.
  widget: string,
  # Whether it is in view.
  visible: bool,
  # The caller's Watch session. The report ends with it; without a session it lasts until revoked.
  session: ?string
) -> ()

# Gives a widget the location once, because the person clicked on a surface that shows it. Its next reload gets the
# location without a question, and no other; if none takes it within 60 s, it lapses. Only a program of the widget's user
# that is in no sandbox may call this, once for each click. Without a permission of the app, what the widget then shows
# stays until its next reload, or until the person refuses the location to the app or its widgets.
method ShareOnce(
  # The widget.
  widget: string,
  # The caller's Watch session, which has the widget in view. Without it, the click was on any host of this user that has
  # the widget in view: as when a bar runs a command for a click.
  session: ?string,
  # Whether the click said that the location is exact. Otherwise reduced accuracy stays reduced.
  exactly: ?bool
) -> ()

# Reports that an app's windows are visible or hidden. A hidden app is not in use even while it runs. The report lasts
# until the caller's Watch session ends.
method SetAppVisibility(
  # The app.
  app: string,
  # Whether its windows are visible.
  visible: bool,
  # The caller's Watch session.
  session: string,
  # The user who owns the app; the caller if absent.
  user: ?int
) -> ()

# Streams the widgets to show. The first reply carries the session and the first watched widgets. If there are more, they
# follow in further replies as fast as the client reads them. Each change of a widget that was sent follows. On the event
# withdrawn a host must remove the content of the widget from everywhere at once, and may show its placeholder. Without
# more it fails with ExpectedMore.
method Watch(
  # The widgets to watch; all of the caller's if absent.
  widgets: ?[]string,
  # Whether the surface on which this host shows widgets is always in view, such as a dashboard or a watch face. What the
  # host reports visible is then explained so. It ends with the session.
  alwaysInView: ?bool
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (session, widgets, widget, withdrawn, removed, keepAlive),
  # The number of older events about the same widgets dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # The first watched widgets, in the first reply, and the next ones, in the event widgets.
  widgets: ?[]WidgetView,
  # Whether more widgets follow. Without it, the client has all watched widgets.
  more: ?bool,
  # The widget that changed, or whose content is withdrawn.
  widget: ?WidgetView,
  # The widget that was removed.
  removed: ?string,
  # True in the first reply if the service only simulates locations: it was started with --simulated. Hosts say so.
  simulated: ?bool
)

# No open stream of this caller has this session.
error UnknownSession (session: string)

# Neither a manifest nor a provider of this user has declared the kind.
#
# For a person: there is no kind '{kind}' of '{app}'; 'waymarkctl kinds' lists those of manifests and of providers
# that have run once
error UnknownKind (app: string, kind: string)

# The kind has no layout for the family.
#
# For a person: the kind has no layout for the family '{family}', only for {families}
error UnsupportedFamily (
  # The family.
  family: WidgetFamily,
  # The families that the kind supports.
  families: []WidgetFamily
)

# The kind does not accept the configuration.
error InvalidConfiguration (
  # The property at fault; absent if it is the configuration as a whole.
  property: ?string,
  # The mistake and its correction, for a person.
  reason: string
)

# The click gives the widget no location.
error NotShared (
  widget: string,
  # The obstacle: no host of the user, or not that of the session, has the widget in view; its kind does not want a
  # location; the person has refused it to the app or its widgets; the administrator's policy forbids it, or that it is
  # exact; location services are off; the person has paused the location; or the last click was less than 1 s ago.
  why: (notInView, notWanted, refused, policy, servicesOff, paused, tooSoon),
  # The obstacle and its remedy, for a person.
  reason: string
)

# The caller has no such widget.
#
# For a person: there is no widget '{widget}'; 'waymarkctl widgets' lists the existing ones
error UnknownWidget (widget: string)

# The call would exceed a quota of the user. Nothing was changed.
error QuotaExceeded (
  # The exhausted quota: placed widgets, bytes of their timelines, registered kinds, apps with decisions or kinds,
  # registered manifests, open streams, open requests and questions, services that apps monitor, regions, or their
  # vertices.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has. Requests for a location also have
  # a limit for each app.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
    }
}

extension InspectInterface {
    package static var text: String {
#"""
# Diagnostics: status, the journal of decisions, and explanations.
#
# A caller sees what concerns its own user and what concerns no user in particular; root sees everything. Nothing here
# reveals the location of the machine.
interface io.waymark.Inspect

# A receiver and its state.
type Receiver (
  # Its index in the configuration, from 0. Two receivers may share a name.
  number: int,
  # The URL it was configured with.
  name: string,
  # The state of the receiver.
  state: (off, absent, connecting, acquiring, fixed, lost, ended),
  # The reason for the state: problem, opening, detectingSpeed, nothingHeard, anotherSender, unreadable, noPosition or
  # silent.
  reason: ?string,
  # The reason, for a person.
  reasonText: ?string,
  # The time since it entered this state.
  sinceSeconds: float,
  # The problem that makes it absent.
  problem: ?string,
  # The time until the next attempt, if it is absent.
  retryAfterSeconds: ?float,
  # The age of its last fix.
  lastFixAgeSeconds: ?float,
  # The radius that contains the true position with 68 % probability, as the receiver states, smoothed; only while
  # fixed.
  accuracyMeters: ?float,
  # The satellites that it uses, or tracks for use, while it has no position and counts them.
  satellitesUsed: ?int,
  # The satellites that it has in view meanwhile.
  satellitesInView: ?int,
  # The latest heading of the vehicle from true north; only for callers that may know of movement.
  headingTrueDegrees: ?float,
  # The latest heading from magnetic north, for the same callers.
  headingMagneticDegrees: ?float,
  # The age of the latest heading.
  headingAgeSeconds: ?float,
  # Whether the service currently uses the fixes of this receiver.
  followed: bool,
  # Whether it is trusted, if it is followed.
  trust: ?(trusted, doubtful, contradicted),
  # What speaks against it, for a person; only for callers that may know of movement.
  trustText: ?string,
  # The total time it has been on since the service started.
  onSeconds: float
)

# One value of a measured quantity.
type Sample (
  # What it is about, such as a receiver; empty if there is only one value.
  labels: []Label,
  # The value.
  value: float
)

# A name and a value that tell samples of one quantity apart.
type Label (
  # The name.
  name: string,
  # The value.
  value: string
)

# A measured quantity of the service, named by the conventions of Prometheus.
type Metric (
  # Its name.
  name: string,
  # Its meaning, for a person.
  help: string,
  # A counter only rises while the service runs; a gauge rises and falls.
  kind: (counter, gauge),
  # Its values.
  samples: []Sample
)

# A widget or a request of io.waymark.Location.GetLocation that is entitled to a location now.
type Consumer (
  # The app it belongs to.
  app: string,
  # The user it belongs to.
  user: int,
  # Its demand: every fix, one fix by a deadline, or fixes at intervals or significant changes, between which receivers
  # may pause.
  want: (everyFix, fix, fixes, significantChanges),
  # The ground of its entitlement: the widget is in view, the widget was in view within the in-use window, the app
  # itself is in use, the app is in use in the background, the app is always authorized, or the person clicked to share
  # it once with the widget.
  ground: (inView, inUseWindow, appInUse, backgroundSession, always, sharedOnce),
  # The widget, if the consumer is one.
  widget: ?string,
  # The request, if the consumer is one.
  request: ?string,
  # The stream, if the consumer is one. Without widget, request and stream, the consumer is what the app monitors.
  session: ?string,
  # The remaining time that the widget counts as in use, if it is out of view.
  inUseForSeconds: ?float
)

# What the next reload of a widget waits for.
type ReloadWait (
  # The end of the wait: the widget's next view or the next use of its app, the person's confirmation that its app may
  # always know, a provider of its kind, the answer to an earlier request, the next attempt after failures, the budget of
  # its reloads, the first believed fix, the date that its timeline names, or the end of the least interval between reloads
  # by the clock.
  waitsFor: (view, confirmation, pause, provider, answer, retry, budget, fix, date, interval),
  # The time until the wait ends. An answer may come sooner, and a fix too.
  remainingSeconds: ?float,
  # The unanswered request.
  request: ?string,
  # The time since the widget was last in view, if it waits for its next view and there was one since the service
  # started.
  lastInViewSeconds: ?float,
  # The same, for a person.
  text: string
)

# The shape and size in which a host shows a widget.
type WidgetFamily (small, medium, large, extraLarge, circular, rectangular, inline)

# A placed widget and its state.
type Widget (
  # The widget.
  widget: string,
  # Its app.
  app: string,
  # Its kind.
  kind: string,
  # The key by which its host finds it again, if it was placed with one.
  key: ?string,
  # The user it belongs to.
  user: int,
  # The family in which its host shows it.
  family: WidgetFamily,
  # Its configuration, with the defaults of the kind.
  configuration: object,
  # Whether a host shows it in view.
  visible: bool,
  # Whether one of these hosts has declared its surface always in view.
  alwaysInView: bool,
  # Whether it counts as in use: it is in view, or was in view within the in-use window.
  inUse: bool,
  # The remaining time it counts as in use, if it is out of view.
  inUseForSeconds: ?float,
  # The reason of its pending reload, if any.
  pendingReload: ?string,
  # What its next reload waits for: the pending one, or else the one that its timeline schedules.
  nextReload: ?ReloadWait,
  # The delivery time of its timeline, RFC 3339 in UTC.
  timelineDelivered: ?string
)

# The charged reloads of a widget since its budget was last at least half full.
type BudgetUses (
  # The reloads that its timelines scheduled.
  scheduled: int,
  # The reloads that its provider asked for.
  requested: int,
  # The reloads that other programs pushed.
  pushed: int,
  # The reloads among them that brought the same content as before.
  unchanged: int
)

# The hours in which the person hardly ever looks at widgets.
type Night (
  # The first hour of the day in UTC.
  firstHour: int,
  # The number of hours.
  hours: int
)

# The budget of a widget's reloads.
type Budget (
  # The widget.
  widget: string,
  # Its app.
  app: string,
  # Its kind.
  kind: string,
  # The user it belongs to.
  user: int,
  # The charged reloads a day that it may have, as it is seen now.
  dailyReloads: float,
  # The whole reloads that are left now.
  left: int,
  # The most reloads that can be left.
  capacity: float,
  # The hours a day in which it is in view, averaged over about three days.
  seenHours: float,
  # The night of the person, in which the budget grows no further; absent if it is not known.
  night: ?Night,
  # The time until the next reload can be charged, if none can be now.
  nextSeconds: ?float,
  # The time until the budget is full, if it is not.
  fullSeconds: ?float,
  # What was charged since the budget was last at least half full.
  uses: BudgetUses,
  # The same for a person.
  usesText: string
)

# A decision of the service.
type Decision (
  # The number of the decision in this stream or explanation, from 1.
  number: int,
  # The time of the decision, RFC 3339 in UTC.
  time: string,
  # The kind of decision.
  decision: string,
  # The widget it concerns.
  widget: ?string,
  # The app it concerns.
  app: ?string,
  # The user it concerns.
  user: ?int,
  # The decision and its reasons, for a person.
  text: string,
  # The reasons as values, for a program.
  evidence: object
)

# A condition for a reload, or for a location with it.
type Check (
  # The name of the condition.
  check: string,
  # Whether it holds, unless the caller may not know or there is nothing to check.
  holds: ?bool,
  # The reason, for a person.
  text: string
)

# A program that the service has had started, or that failed.
type Program (
  # Its app.
  app: string,
  # The user it belongs to.
  user: int,
  # The identifier of its start, while it runs, starts or ends.
  launch: ?string,
  # Whether it is connected.
  connected: bool,
  # Its state, for a person.
  text: string
)

# Returns the measured quantities of the service, for monitoring: for root those of the service and of all users together,
# for others those of the receivers and their own. No quantity tells where the machine is, and none names an app or a user.
method GetMetrics() -> (
  # The quantities.
  metrics: []Metric
)

# Returns the status of the service.
method GetStatus() -> (
  # The service's version.
  version: string,
  # The time since the service started.
  uptimeSeconds: float,
  # Whether the service only simulates locations: it was started with --simulated.
  simulated: bool,
  # Whether location services are on for the caller's apps.
  servicesOn: bool,
  # Whether they are switched off for everybody.
  servicesOffForEverybody: bool,
  # The end of the caller's pause of all its apps, RFC 3339 in UTC, if one lasts.
  pausedUntil: ?string,
  # Whether a consumer wants a fix now, which turns receivers on.
  receiversWanted: bool,
  # Whether receivers are on. They stay on for a while after the last consumer is gone, and are off during a pause.
  receiversOn: bool,
  # The time they have been on or off.
  receiversSinceSeconds: float,
  # The remaining pause, if consumers want only significant changes; only for callers that may know of movement.
  receiversPauseSeconds: ?float,
  # The reason why receivers are on or off, for a person.
  receiversReason: string,
  # The caller's consumers, at most 20.
  consumers: []Consumer,
  # The caller's apps that stay in use although their windows may be hidden, at most 20.
  backgroundApps: []string,
  # The receivers.
  receivers: []Receiver,
  # Whether the machine's owner has stated its place, and whether that place stands in for a fix now.
  statedPlace: (none, ready, used),
  # The number of the caller's apps.
  apps: int,
  # The number of the caller's widgets.
  widgets: int,
  # The number of the caller's open streams.
  sessions: int,
  # The number of open questions to the caller.
  prompts: int,
  # The number of agents that can ask the caller.
  agents: int,
  # Whether a launcher can start programs in the caller's session.
  startsPrograms: bool,
  # The caller's programs that were started for widgets or events, or that failed, at most 20.
  programs: []Program,
  # The time a widget counts as in use after it was last in view.
  inUseWindowSeconds: float,
  # The distance that makes a move a significant change.
  significantDistanceMeters: float,
  # The minimum time between two significant changes.
  significantIntervalSeconds: float,
  # Whether the caller may know how far the machine moves: is root, or a user who has authorized an app.
  tellsOfMovement: bool,
  # The time since the last significant change, if there was one; only for callers that may know of movement.
  lastSignificantChangeAgeSeconds: ?float
)

# Lists the widgets of the caller, page by page: call it again with the place that the reply returns.
method ListWidgets(
  # The place after which the page begins; the first page if absent.
  after: ?string
) -> (
  # The widgets, ordered by age.
  widgets: []Widget,
  # The place of the next page; absent in the last.
  next: ?string
)

# Lists the budgets of the caller's widgets, page by page: call it again with the place that the reply returns. Each charge
# is in the evidence of the decisions named reload: charge (charged, free), left, exemption (reason, appInUse, budgetOff).
method ListBudgets(
  # Only this widget.
  widget: ?string,
  # The place after which the page begins; the first page if absent.
  after: ?string
) -> (
  # Whether reloads are charged. Without it, the machine's owner has switched the budget off, and there are no budgets.
  enforced: bool,
  # The budgets, ordered by the age of their widgets.
  budgets: []Budget,
  # The place of the next page; absent in the last.
  next: ?string
)

# Explains whether a widget would get a location now, what prevents it, and the decisions about it.
method Explain(widget: string) -> (
  # The widget.
  widget: Widget,
  # The conditions in the order of evaluation.
  checks: []Check,
  # The first condition that keeps the widget from getting a location now; none if a reload now would carry it. A
  # condition about movement or a pending reload only says whether there is a reason for a reload.
  decisive: ?string,
  # The answer in one sentence.
  summary: string,
  # The latest decisions about the widget, oldest first.
  decisions: []Decision
)

# Something that keeps an app from the location.
type Diagnostic (
  # The person has not decided about the app, and is not being asked.
  authorizationNotDetermined,
  # The person is being asked.
  authorizationRequestInProgress,
  # The person denied it, or location services are off.
  authorizationDenied,
  # Location services are off.
  authorizationDeniedGlobally,
  # The administrator forbids it; nobody else can change that.
  authorizationRestricted,
  # The person has paused the location of all apps for a while.
  pausedByPerson,
  # The app may always know only once the person agrees, and only when in use until then.
  alwaysAuthorizationDenied,
  # The app is not in use: a host reports that its windows are hidden.
  insufficientlyInUse,
  # The app's manifest requires a service session, and the app holds none.
  serviceSessionRequired,
  # The accuracy is reduced: the location is an area, told at most four times an hour, and there is no heading.
  accuracyLimited,
  # The app asked for full accuracy, which it does not have.
  fullAccuracyDenied,
  # No receiver gives a location now.
  locationUnavailable,
  # No receiver gives a heading now.
  headingUnavailable,
  # Nobody can listen for beacons now.
  beaconsUnavailable,
  # The machine rests: this is the last update until it moves.
  stationary
)

# Something that keeps events from an app, or limits them.
type MonitoringDiagnostic (
  # The person has not decided about the app yet, and is not being asked.
  authorizationNotDetermined,
  # The person is being asked.
  authorizationRequestInProgress,
  # The person denied it, or location services are switched off.
  authorizationDenied,
  # Location services are switched off.
  authorizationDeniedGlobally,
  # The administrator forbids it; nobody else can change that.
  authorizationRestricted,
  # The person has paused the location of all apps for a while: what happens meanwhile is told to none.
  pausedByPerson,
  # The app may know while it is in use, and a host reports that its windows are hidden, or it does not run.
  insufficientlyInUse,
  # The app may know only while it is in use: what happens at other times is not kept for it.
  alwaysAuthorizationDenied,
  # The app's manifest requires a service session, and the app holds none: events wait until it does.
  serviceSessionRequired,
  # The app has reduced accuracy.
  accuracyLimited,
  # No receiver can give a position: none is configured, or none can be reached.
  locationUnavailable,
  # The app monitors beacons, and nobody can listen for them.
  beaconsUnavailable
)

# An event of what an app monitors that waits for the app.
type WaitingEvent (
  # The event.
  event: string,
  # Its kind.
  kind: (significantChange, arrival, departure, region),
  # The time since the service made it.
  ageSeconds: float,
  # The app's monitor and the region, of that kind.
  monitor: ?string,
  # The region.
  region: ?string,
  # The end of the wait: the person's confirmation that the app may always know, a stream on which the app follows its
  # events, the permission to be told, or the app's acknowledgement.
  waitsFor: (confirmation, stream, permission, acknowledgement),
  # The same, for a person.
  text: string
)

# Explains whether an app would get a location now, what prevents it, and what becomes of the events that it monitors.
method ExplainApp(
  # The app.
  app: string,
  # The user it belongs to; the caller if absent.
  user: ?int
) -> (
  # The app.
  app: string,
  # The user it belongs to.
  user: int,
  # Whether it is in use.
  inUse: bool,
  # What keeps it from the location; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # The answer in one sentence.
  summary: string,
  # The capabilities that its manifest requires and this machine lacks, for a person.
  missingCapabilities: []string,
  # The services that it monitors.
  services: []MonitoredService,
  # The number of regions that it monitors.
  regions: int,
  # What keeps events from it, or limits them; empty unless it monitors something.
  monitoringDiagnostics: []MonitoringDiagnostic,
  # What becomes of events now, in one sentence; absent unless it monitors something.
  monitoringSummary: ?string,
  # The events that wait for it, oldest first, at most 20.
  waiting: []WaitingEvent,
  # The latest decisions about the app, oldest first.
  decisions: []Decision
)

# A service that can be monitored.
type MonitoredService (significantChanges, visits)

# Streams decisions: first the past ones, in several events, also those from before the service was restarted; then each
# new one. Without more it fails with ExpectedMore.
method WatchDecisions(
  # Only decisions about this widget or about everybody.
  widget: ?string,
  # Only decisions about this app or about everybody.
  app: ?string,
  # Only decisions at or after this time, RFC 3339.
  since: ?string,
  # Only decisions before this time, RFC 3339.
  until: ?string,
  # The maximum number of past decisions; the latest are kept.
  limit: ?int
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The number of decisions dropped because this client was slow.
  dropped: ?int,
  # The decisions; empty in a keep-alive event, and if there is no past one.
  decisions: []Decision,
  # Whether more past decisions follow in the next event.
  more: ?bool
)

# Streams the receivers: first all of them, then each whose state changes or whose fixes start or cease to be used.
# Without more it fails with ExpectedMore.
method WatchReceivers() -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The number of events dropped because this client was slow; the newest event about each receiver is kept.
  dropped: ?int,
  # The receivers that changed; none in a keep-alive event.
  receivers: []Receiver
)

# Streams a record of the running service: its state now, then every event that it handles and every decision, with their
# moments, until the caller disconnects. From it the decisions can be made again. It holds the locations, widgets and
# contents of all users; only root may read it, and the user that the service runs as. Without more it fails with
# ExpectedMore.
method Record() -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # Always absent: nothing is dropped. A record of which a slow reader would miss a part says so, and starts again.
  dropped: ?int,
  # The next part of the record: lines of JSON. A line may be cut anywhere. Empty in a keep-alive event.
  text: string
)

# The caller has no such widget.
error UnknownWidget (widget: string)

# Nothing is known of the app: the person has not decided about it, no manifest declares it, and no program of it is
# connected.
#
# For a person: nothing is known of the app '{app}'; 'waymarkctl apps' lists those that are known
error UnknownApp (app: string)

# The state has changes that could not be saved. Nothing is told of a state that a restart would lose. The service keeps
# trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
    }
}

extension LauncherInterface {
    package static var text: String {
#"""
# For launchers: programs that start and stop the programs of apps for the service, which starts nothing itself.
#
# A launcher holds one Serve stream, which carries the service's wishes. It reports on a second connection with the
# session from the stream's first reply. It is told only the app. It must read itself, in the app's manifest, what to
# start, so that not even the service can make it start anything else.
interface io.waymark.Launcher

# The systemd manager of a launcher.
type Manager (
  # The manager of the caller's session, for the programs of the caller.
  user,
  # The manager of the machine, for the units that installed manifests name. Only root may serve it.
  system
)

# An app's program.
type Program (
  # The app.
  app: string,
  # The user that the program is for.
  user: int,
  # The identifier of this start.
  launch: string
)

# The reason why a program was not started.
type LaunchFault (
  # No file of the machine or the person is a valid manifest of the app that names a program.
  noManifest,
  # The manifest names a program that this launcher may not start.
  notPermitted,
  # There is no such unit, program or bus name.
  notFound,
  # The unit of the system runs as another user.
  otherUser,
  # The service manager or the bus failed.
  failed
)

# Streams the programs to start and stop. Without more it fails with ExpectedMore.
method Serve(
  # The manager that starts the programs.
  manager: Manager,
  # The programs that this launcher has started and that still run, at most 256.
  running: []Program
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (session, start, stop, keepAlive),
  # The number of older events about the same programs dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # The program to start or stop.
  program: ?Program,
  # The time that a program to start has until it must be connected.
  deadlineSeconds: ?float
)

# Reports what became of a program. A report about an earlier start has no effect.
method Report(
  # The session.
  session: string,
  # The program.
  program: Program,
  # What became of it: it runs, it ran before and is therefore not the launcher's, it was not started, or it has ended.
  outcome: (started, ranBefore, notStarted, ended),
  # The reason, if it was not started.
  fault: ?LaunchFault,
  # The cause, for a person, at most 512 bytes.
  message: ?string
) -> ()

# No open stream of this caller has this session.
error UnknownSession (session: string)

# The call would exceed a quota of the user. Nothing was changed.
error QuotaExceeded (
  # The exhausted quota: open streams.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
    }
}

extension LocationInterface {
    package static var text: String {
#"""
# For apps: the location, and requests to the person for authorization.
#
# An app holds an Open stream as long as it runs. It is in use for that time, unless a host reports that its windows are
# hidden. It makes its calls on a second connection with the session from the stream's first reply. GetLocation,
# FollowLocation, FollowHeading, FollowBeacons and HoldSession need no such stream.
#
# A program that serves widgets is not the app. While it holds a Serve stream of io.waymark.Widgets, these methods fail with
# ServesWidgets for it and for what it has started.
interface io.waymark.Location

# The effective authorization of an app.
type AuthorizationStatus (
  # The person has not decided yet.
  notDetermined,
  # The administrator forbids it; nobody else can change that.
  restricted,
  # The person denied it, or location services are switched off.
  denied,
  # The app may know while it or one of its widgets is in use.
  authorizedWhenInUse,
  # The app may know at any time.
  authorizedAlways
)

# The accuracy an app may know: that of the receivers, or an area some kilometres wide.
type AccuracyAuthorization (full, reduced)

# The person's decision about the app's widgets.
type WidgetGrant (undecided, granted, refused)

# A service that is unavailable under reduced accuracy.
type Service (regions, heading, beacons)

# The complete authorization of the app.
type Authorization (
  # Whether the app may know the location.
  status: AuthorizationStatus,
  # The accuracy; meaningless unless the app may know the location.
  accuracy: AccuracyAuthorization,
  # The person's decision about its widgets.
  widgets: WidgetGrant,
  # Whether its widgets may know the location: always, or when in use and granted to widgets.
  isAuthorizedForWidgetUpdates: bool,
  # The services that the accuracy excludes.
  unavailableServices: []Service
)

# A question to the person.
type Question (whenInUse, always, alwaysUpgrade, provisionalAlways, usageReminder, unusedPermission,
  temporaryFullAccuracy, widgets, proposal)

# The outcome of a request.
type Outcome (
  # The person is being asked; the stream reports the end of the request.
  authorizationRequestInProgress,
  # No agent can ask the person yet. The question waits for an agent or for a decision in the settings.
  noAgent,
  # No question: the app is not in use.
  notInUse,
  # No question: the person has already decided.
  alreadyDetermined,
  # No question: the app is allowed once and can ask for more next time.
  allowedOnce,
  # No question: the app has used its one request for always.
  alwaysWasAsked,
  # No question: the administrator does not allow it.
  restricted,
  # No question: location services are switched off.
  servicesOff,
  # No question: the app may not know the location at all.
  notAuthorized,
  # No question: the app already has full accuracy.
  alreadyFullAccuracy
)

# A position. Members that are absent are unknown.
type Location (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The time since the service received it.
  ageSeconds: float,
  # The time of the position according to the receiver, RFC 3339 in UTC.
  time: ?string,
  # The radius of the circle that contains the true position with 68 % probability.
  horizontalAccuracyMeters: ?float,
  # The radius of the circle that contains the true position with 95 % probability.
  horizontalAccuracy95Meters: ?float,
  # Metres above mean sea level.
  altitudeMeters: ?float,
  # Metres above the WGS-84 ellipsoid, from a receiver that tells how high the geoid is there.
  ellipsoidalAltitudeMeters: ?float,
  # Half the interval that contains the true altitude with 68 % probability.
  verticalAccuracyMeters: ?float,
  # Speed over ground.
  speedMetersPerSecond: ?float,
  # Course over ground, clockwise from true north.
  courseDegrees: ?float,
  # The origin of the position.
  source: LocationSource,
  # Whether the receiver is trusted; absent without a receiver, and under reduced accuracy.
  trust: ?Trust
)

# Whether what a receiver reports is believed.
type Trust (
  # Nothing speaks against it.
  trusted,
  # Something speaks against it, and does not prove it wrong.
  doubtful,
  # It cannot be right. Its locations are not given.
  contradicted
)

# The origin of a position.
type LocationSource (
  # A receiver measured it.
  receiver,
  # A phone of the machine's owner measured it.
  phone,
  # The machine's modem measured it.
  modem,
  # It follows from networks in reach, such as cells or access points.
  network,
  # A person stated it: the machine's owner, for when no receiver has a fix, or whoever entered it into the receiver.
  stated,
  # A simulator made it.
  simulated
)

# The reason why an app gets no location.
type AbsenceReason (
  # The person has not decided about this app yet.
  notDetermined,
  # The administrator forbids it; nobody else can change that.
  restricted,
  # The person denied it.
  denied,
  # Location services are switched off.
  servicesOff,
  # The person has paused the location of all apps; the text says until when.
  pausedByPerson,
  # A host reports that the app's windows are hidden.
  insufficientlyInUse,
  # The app's manifest requires a service session, and the app holds none.
  serviceSessionRequired,
  # The app may know the location, but no receiver provided one in time.
  locationUnknown
)

# The reason why no receiver provided a location in time.
type UnknownCause (
  # No receiver is configured.
  noReceiver,
  # The receiver is unreachable: it is unplugged or does not answer.
  absent,
  # The receiver is being opened.
  connecting,
  # The receiver is open but has not had a position yet.
  acquiring,
  # The receiver had a position and lost it.
  lost,
  # The receiver provides positions, but they are probably wrong.
  inDoubt,
  # The receiver has a position but has not sent a new one since the call.
  noNewFix,
  # The recording has ended.
  ended
)

# The reason for a missing location, with the evidence.
type LocationAbsence (
  # The reason.
  reason: AbsenceReason,
  # The cause, if the reason is locationUnknown. Of several receivers, the one closest to a position counts.
  cause: ?UnknownCause,
  # The configured URL of that receiver.
  receiver: ?string,
  # The time since the cause arose.
  sinceSeconds: ?float,
  # The reason why the receiver is unreachable, for a person.
  problem: ?string,
  # The satellites that the receiver uses, or tracks for use, while it has no position and counts them.
  satellitesUsed: ?int,
  # The satellites that it has in view meanwhile.
  satellitesInView: ?int
)

# Whether this machine can give something, whatever the person allows.
type Availability (
  # It can.
  available,
  # It cannot be told yet.
  unknown,
  # It cannot now.
  unavailable
)

# What keeps this machine from giving something, or from knowing whether it can.
type AvailabilityObstacle (
  # No receiver is configured.
  noReceiver,
  # No receiver can be reached.
  receiversUnreachable,
  # No receiver has been reached yet, or not when it was last tried: nobody needs one now.
  receiversUntried,
  # The machine knows only the place that its owner stated.
  placeIsStated,
  # No receiver has given a heading since the service started. Unless one does, the heading is unavailable once receivers
  # have been on for a minute.
  noHeading,
  # The compasses give only the heading from true north.
  noMagneticHeading,
  # No program that listens for beacons runs.
  noBeaconProgram,
  # The program that listens for beacons finds no Bluetooth adapter that is on.
  bluetoothUnavailable
)

# Something that the service gives apps.
type FeatureAvailability (
  # The feature: the location once or as updates, the heading, what apps monitor, or beacons.
  feature: (location, heading, significantChanges, visits, regions, beacons),
  # Whether the machine can give it.
  availability: Availability,
  # What prevents it, if anything does.
  obstacle: ?AvailabilityObstacle,
  # The same, for a person.
  text: ?string
)

# A capability that a manifest can require.
type CapabilityAvailability (
  # The capability: any source of location, positions from satellites, or magnetic headings.
  capability: (locationServices, gps, magnetometer),
  # Whether the machine has it.
  availability: Availability,
  # What prevents it, if anything does.
  obstacle: ?AvailabilityObstacle,
  # The same, for a person.
  text: ?string
)

# Returns what this machine can give now: its equipment, not the person's permission.
method GetAvailability() -> (
  # All features.
  features: []FeatureAvailability,
  # All capabilities that manifests can require.
  capabilities: []CapabilityAvailability
)

# Reports that the app runs, and streams its authorization. The first reply carries the session and the authorization.
# Without more it fails with ExpectedMore.
method Open(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (session, authorization, requestEnded, keepAlive),
  # The number of older events about the same subjects dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # The authorization: in the first reply, and whenever it changed.
  authorization: ?Authorization,
  # The question that is closed.
  prompt: ?string,
  # The kind of question that was closed.
  question: ?Question
)

# Asks the person whether the app may know the location. Returns at once.
method RequestAuthorization(
  # The session.
  session: string,
  # The requested authorization.
  level: (whenInUse, always)
) -> (
  # The outcome of the request.
  outcome: Outcome,
  # The same as text, for a person.
  text: string,
  # The question, if the person is asked.
  prompt: ?string
)

# Asks the person for full accuracy while the app is in use. Returns at once.
method RequestTemporaryFullAccuracy(
  # The session.
  session: string,
  # The key of the purpose in the app's manifest.
  purpose: string
) -> (
  # The outcome of the request.
  outcome: Outcome,
  # The same as text, for a person.
  text: string,
  # The question, if the person is asked.
  prompt: ?string
)

# Returns the location once.
#
# The service answers at once if its latest location is recent and accurate enough, or if the app may not know the
# location. Otherwise it turns receivers on and answers with the first location that is accurate enough. At the deadline
# it returns the most accurate location since the call. The app is in use while its call waits. A client that
# disconnects ends the call.
method GetLocation(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The largest 68 % radius that permits an answer before the deadline; any accuracy if absent.
  desiredAccuracyMeters: ?float,
  # The maximum age of a latest location that is returned at once; 5 if absent.
  maximumAgeSeconds: ?float,
  # The longest wait: more than 0, at most 300; 10 if absent.
  deadlineSeconds: ?float
) -> (
  # The location; under reduced accuracy, an area some kilometres wide.
  location: ?Location,
  # The reason for a missing location.
  absence: ?LocationAbsence,
  # The outcome as text, for a person.
  text: string
)

# What an app follows the location for, which decides how soon updates pause at rest.
type Activity (
  # None of the others: after 5 minutes.
  other,
  # Navigation of a car, which waits in jams: after 10 minutes.
  automotive,
  # Sport on foot or by bicycle: after 2 minutes.
  fitness,
  # Navigation of another vehicle, such as a boat or train: after 10 minutes.
  otherNavigation,
  # Flight: never.
  airborne
)

# Something that limits or explains what a stream gets.
type Diagnostic (
  # The person has not decided about the app, and is not being asked.
  authorizationNotDetermined,
  # The person is being asked.
  authorizationRequestInProgress,
  # The person denied it, or location services are off.
  authorizationDenied,
  # Location services are off.
  authorizationDeniedGlobally,
  # The administrator forbids it; nobody else can change that.
  authorizationRestricted,
  # The person has paused the location of all apps; the text of a stream of locations says until when.
  pausedByPerson,
  # The app may not always know the location.
  alwaysAuthorizationDenied,
  # The app is not in use: a host reports that its windows are hidden.
  insufficientlyInUse,
  # The app's manifest requires a service session, and the app holds none.
  serviceSessionRequired,
  # The accuracy is reduced: locations are areas, told at most four times an hour, and there are no headings or beacons.
  accuracyLimited,
  # The app does not have the full accuracy that it asked for.
  fullAccuracyDenied,
  # No receiver gives a location now.
  locationUnavailable,
  # No receiver gives a heading now.
  headingUnavailable,
  # Nobody can listen for beacons now.
  beaconsUnavailable,
  # The machine rests: this is the last update until it moves.
  stationary
)

# A heading: the direction in which the vehicle points, which may differ from its course.
type Heading (
  # Degrees clockwise from true north.
  trueDegrees: ?float,
  # Degrees clockwise from magnetic north.
  magneticDegrees: ?float,
  # The magnetic variation, positive to the east: true = magnetic + variation.
  variationDegrees: ?float,
  # Half the interval that contains the true heading with 68 % probability, if the receiver states it.
  accuracyDegrees: ?float,
  # How the heading was determined, if the receiver says.
  origin: ?(measured, estimated, manual, simulated),
  # What the compass says of itself, if it does: it works, it wants to be calibrated, or the magnetic field around it is
  # not the earth's.
  compass: ?(normal, uncalibrated, disturbed)
)

# Streams the location: first the present one or the reason why there is none, then each change of both.
#
# The app is in use while the stream is open. If the person has not decided about the app and its manifest has the text,
# the person is asked. The stream goes on by itself when a reason has passed. Without more it fails with ExpectedMore.
method FollowLocation(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The 68 % radius that suffices; the best if absent. From 50 on, receivers may pause while the machine cannot be
  # farther than this from the last location.
  desiredAccuracyMeters: ?float,
  # The distance from the last location at which the next is told; any if absent.
  distanceFilterMeters: ?float,
  # The least time between two locations, on average; at most 86400. From 20 on, receivers pause between them.
  minimumIntervalSeconds: ?float,
  # What the app follows the location for; other if absent.
  activity: ?Activity
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # The location; under reduced accuracy, an area some kilometres wide.
  location: ?Location,
  # What limits the stream now; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # Why no receiver gives a location, if diagnostics has locationUnavailable.
  absence: ?LocationAbsence,
  # The diagnostics as text, for a person.
  text: ?string,
  # Whether an agent can ask the person now; absent unless the person is being asked.
  hasAgent: ?bool
)

# Streams the location for an app that asked a bridge for it: a program that serves apps of all users by another protocol.
#
# Only the user that the configuration names as the bridge may call it. The user and the process are those of the app's
# program. What the system shows of the process decides which app it is; the name that the program gives itself counts
# only where the system shows nothing. The app gets what its person allowed, and nothing else. The person is asked even
# if no manifest states a purpose. While there is no location, the stream begins with the last known one, at most an hour
# old, beside locationUnavailable: its accuracy allows for what a car can have driven since. Otherwise it is as
# FollowLocation. Without more it fails with ExpectedMore.
method FollowLocationFor(
  # The user of the app.
  user: int,
  # The process of the app. It must belong to the user.
  process: int,
  # The app that the program says it is: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The most accurate location that the app wants; reduced gives areas even if it may know more.
  accuracy: AccuracyAuthorization,
  # The 68 % radius that suffices, as of FollowLocation.
  desiredAccuracyMeters: ?float,
  # The distance from the last location at which the next is told; any if absent.
  distanceFilterMeters: ?float,
  # The least time between two locations, on average; at most 86400.
  minimumIntervalSeconds: ?float
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # The location; under reduced accuracy, an area some kilometres wide.
  location: ?Location,
  # What limits the stream now; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # Why no receiver gives a location, if diagnostics has locationUnavailable.
  absence: ?LocationAbsence,
  # The diagnostics as text, for a person.
  text: ?string,
  # Whether an agent can ask the person now; absent unless the person is being asked.
  hasAgent: ?bool
)

# Streams the heading of the vehicle: first the present one or the reason why there is none, then each change of both.
#
# The app is in use while the stream is open. Without more it fails with ExpectedMore.
method FollowHeading(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The turn after which the next heading is told, from 0 to 180; 1 if absent.
  filterDegrees: ?float
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # The heading.
  heading: ?Heading,
  # What limits the stream now; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # The diagnostics as text, for a person.
  text: ?string
)

# A beacon in range.
type Beacon (
  # The UUID, such as 74278BDA-B644-4520-8F0C-720EAF059935.
  uuid: string,
  # The group of the beacon, from 0 to 65535.
  major: int,
  # The beacon in its group, from 0 to 65535.
  minor: int,
  # How near it is: within half a metre, within some three metres, or farther; unknown if it states no usable strength.
  proximity: (immediate, near, far, unknown),
  # The distance that the signal suggests; walls and bodies make it too large. Use it to order beacons of one proximity.
  accuracyMeters: ?float,
  # The strength of the received signal in dBm, smoothed over some seconds.
  rssi: int
)

# Streams the beacons in range: first those of now, then each change.
#
# The app is in use while the stream is open. Without more it fails with ExpectedMore.
method FollowBeacons(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The UUID of the beacons.
  uuid: string,
  # Only those of this group, from 0 to 65535.
  major: ?int,
  # Only the one with this number in the group.
  minor: ?int
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # The beacons, the nearest first, at most 32; absent if diagnostics says why.
  beacons: ?[]Beacon,
  # What limits the stream now; absent if nothing does.
  diagnostics: ?[]Diagnostic,
  # The diagnostics as text, for a person.
  text: ?string
)

# Holds a service session: the app declares what it needs for as long as the stream is open.
#
# The person is asked as soon as the rules allow a question, and again after a permission for once has ended. The stream
# tells what is missing. An app whose manifest has RequireServiceSession=yes gets locations only while it holds one. The
# app is in use while the stream is open. Without more it fails with ExpectedMore.
method HoldSession(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The authorization that the app needs; with none the person is not asked.
  level: (none, whenInUse, always),
  # The key of the purpose in the app's manifest for which it needs full accuracy; the person is asked once.
  fullAccuracyPurpose: ?string,
  # Whether the app stays in use although its windows are hidden, which the person is shown. It begins when the app is
  # in use.
  background: ?bool
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (update, keepAlive),
  # The number of older updates dropped because this client was slow.
  dropped: ?int,
  # What the app needs and does not have; absent if all is well.
  diagnostics: ?[]Diagnostic,
  # The diagnostics as text, for a person.
  text: ?string
)

# No open stream of this caller has this session.
error UnknownSession (session: string)

# The app's manifest states no purpose for the location, so nobody is asked.
#
# For a person: no manifest of '{app}' that the service knows says what the location is for, with {key}
error MissingPurpose (
  app: string,
  # The missing key, as written in a manifest.
  key: string
)

# The program, or one that it was started by, holds a Serve stream of io.waymark.Widgets: it serves widgets, and is not the
# app itself. An open stream of the app ends with it when the program begins to serve.
error ServesWidgets (
  # The error and its remedy, for a person.
  reason: string
)

# The sandbox or unit of the program shows that it is another app.
error AppMismatch (
  # The app that the program claims to be.
  claimed: string,
  # The apps that the program may be.
  apps: []string,
  # The evidence and the remedy, for a person.
  reason: string
)

# The call would exceed a quota of the user. Nothing was changed.
error QuotaExceeded (
  # The exhausted quota: placed widgets, bytes of their timelines, registered kinds, apps with decisions or kinds,
  # registered manifests, open streams, open requests and questions, services that apps monitor, regions, or their
  # vertices.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has. Requests for a location also have
  # a limit for each app.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
    }
}

extension MonitorInterface {
    package static var text: String {
#"""
# For apps that want to know of significant changes and visits, also of those that happen while they do not run.
#
# StartMonitoring registers the app's interest, which outlives the app and restarts of the service. FollowEvents streams
# what happens. An event is saved before it is sent, and kept until the app acknowledges it; of each kind, the newest.
# So an app that ends, or a service that ends, loses none of these and sees none of them twice. While the app runs,
# "when in use" is enough. What happens while it does not run is kept only if it may always know.
interface io.waymark.Monitor

# A service that can be monitored.
type Service (
  # Movements of 500 m or more, at most one in 5 minutes, as configured.
  significantChanges,
  # Stays of 5 minutes or more within 100 m, as configured.
  visits
)

# A kind of event.
type EventKind (
  # The machine moved significantly, or under reduced accuracy, to another area.
  significantChange,
  # A visit began.
  arrival,
  # A visit ended.
  departure,
  # A region was entered or left, or its first state is not the one that the app assumed.
  region
)

# A condition that keeps events from the app, or limits them.
type Diagnostic (
  # The person has not decided about the app yet, and is not being asked.
  authorizationNotDetermined,
  # The person is being asked.
  authorizationRequestInProgress,
  # The person denied it, or location services are switched off.
  authorizationDenied,
  # Location services are switched off.
  authorizationDeniedGlobally,
  # The administrator forbids it; nobody else can change that.
  authorizationRestricted,
  # The person has paused the location of all apps for a while: what happens meanwhile is told to none.
  pausedByPerson,
  # The app may know while it is in use, and it is not: a host reports that its windows are hidden, or it does not run.
  insufficientlyInUse,
  # The app may know only while it is in use: what happens at other times is not kept for it.
  alwaysAuthorizationDenied,
  # The app's manifest requires a service session, and the app holds none: events wait until it does.
  serviceSessionRequired,
  # The app has reduced accuracy: a place is an area some kilometres wide. Times are exact.
  accuracyLimited,
  # No receiver can give a position: none is configured, or none can be reached; and no place is stated.
  locationUnavailable,
  # The app monitors beacons, and nobody can listen for them.
  beaconsUnavailable
)

# A place. Members that are absent are unknown.
type Place (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that contains the true position with 68 % probability.
  horizontalAccuracyMeters: ?float,
  # The radius of the circle that contains the true position with 95 % probability.
  horizontalAccuracy95Meters: ?float,
  # When the machine was there, RFC 3339 in UTC.
  time: string
)

# A stay at one place.
type Visit (
  # Degrees north of the middle of the place, WGS-84.
  latitudeDegrees: float,
  # Degrees east of the middle of the place, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that contains the true position with 68 % probability.
  horizontalAccuracyMeters: float,
  # The time of the arrival, RFC 3339 in UTC; absent if it is unknown, because nobody watched when the machine came.
  arrival: ?string,
  # The time of the departure, RFC 3339 in UTC; absent while the visit lasts. If nobody watched when the machine left, it
  # is the last time that it was known to be there.
  departure: ?string
)

# Whether the machine is in a region.
type RegionState (
  # It is inside.
  satisfied,
  # It is outside.
  unsatisfied,
  # Nothing is known yet.
  unknown,
  # The region is not monitored now; the diagnostics say why.
  unmonitored
)

# A circle on the ground.
type Circle (
  # Degrees north of the centre, WGS-84.
  latitudeDegrees: float,
  # Degrees east of the centre, WGS-84.
  longitudeDegrees: float,
  # The radius, from 10 m to 1000 km.
  radiusMeters: float
)

# Beacons: the machine is in their region while one of them is in range.
type Beacons (
  # The UUID, such as 74278BDA-B644-4520-8F0C-720EAF059935.
  uuid: string,
  # Only those of this group, from 0 to 65535.
  major: ?int,
  # Only the one with this number in the group.
  minor: ?int
)

# The new state of a region.
type RegionChange (
  # The app's monitor that the region belongs to.
  monitor: string,
  # The region.
  identifier: string,
  # The state: satisfied or unsatisfied.
  state: RegionState
)

# A region that an app monitors.
type Region (
  # The app's monitor that the region belongs to.
  monitor: string,
  # The region, unique in the monitor.
  identifier: string,
  # The area, if it is a circle.
  circle: ?Circle,
  # The area, if it is a polygon: a GeoJSON object of type MultiPolygon.
  geoJSON: ?object,
  # The beacons, if it is around these.
  beacons: ?Beacons,
  # The state; unmonitored while the app may not know it.
  state: RegionState,
  # The state that the last acknowledged event told.
  lastState: ?RegionState,
  # When the service made that event, RFC 3339 in UTC.
  lastTime: ?string
)

# What holds a boat to its anchor.
type Rode (
  # The length of the chain or line that is out, from 1 to 1000 m.
  chainMeters: float,
  # The height of the bow's roller above the ground, at high water: less than the chain; absent for 0.
  depthMeters: ?float,
  # The distance from the bow's roller back to the receiver's antenna, up to 200 m; absent for 0.
  bowMeters: ?float
)

# What is known of a dropped anchor.
type AnchorCondition (
  # Its place is being determined.
  placing,
  # The antenna is within the circle.
  holding,
  # The antenna has left the circle: an alarm.
  dragging,
  # Whether it holds is not known any more: an alarm.
  unknown
)

# Why it is not known whether an anchor holds.
type AnchorDoubt (
  # No receiver gives a position.
  noPosition,
  # The positions are too inaccurate.
  inaccurate,
  # The positions are not believed.
  doubtful,
  # The app may not always know the exact location.
  notPermitted
)

# The anchor that an app watches.
type Anchor (
  # What holds the boat.
  rode: Rode,
  # What is known.
  condition: AnchorCondition,
  # Why that is unknown, if it is.
  doubt: ?AnchorDoubt,
  # Since when it has been so, RFC 3339 in UTC.
  since: string,
  # True if somebody has heard the alarm.
  silenced: bool,
  # When the anchor was dropped, RFC 3339 in UTC.
  dropped: string,
  # True if the anchor is in the middle of the swing, false if it is where it was dropped.
  fitted: bool,
  # The radius of the circle, with the errors that it allows.
  radiusMeters: float,
  # How far the antenna was from the anchor by the latest position, if there is one and the app may know.
  distanceMeters: ?float,
  # Degrees north of the anchor, WGS-84. Absent while that is unknown or the app may not know, and in replies to calls.
  latitudeDegrees: ?float,
  # Degrees east of the anchor, WGS-84.
  longitudeDegrees: ?float
)

# Whether what a receiver reports is believed.
type Trust (
  # Nothing speaks against it.
  trusted,
  # Something speaks against it, and does not prove it wrong.
  doubtful,
  # It cannot be right: no event follows from it.
  contradicted
)

# What the app monitors, and what keeps events from it.
type State (
  # The services that the app monitors.
  services: []Service,
  # The number of regions that the app monitors.
  regions: int,
  # The conditions that keep events from it, or limit them; empty if nothing does.
  diagnostics: []Diagnostic,
  # The last known place: the one from which the next significant change is measured. Absent unless the app monitors
  # significant changes and may know now, and in replies to calls.
  place: ?Place,
  # The visit that lasts. Absent unless the app monitors visits and may know now, and in replies to calls.
  visit: ?Visit,
  # The anchor that the app watches, if any. On a stream the state comes again when its condition, or whether it is
  # silenced, changes.
  anchor: ?Anchor,
  # What speaks against the receiver; absent while nothing does, and unless the app may know the exact location now. On a
  # stream the state comes again when it changes.
  trust: ?Trust,
  # True if the service only simulates locations, so that no event is a real one.
  simulated: ?bool
)

# An event. It has a place, a visit, or a region.
type Occurrence (
  # Its identifier, the same whenever the event is sent.
  identifier: string,
  # Its kind.
  kind: EventKind,
  # When the service noticed it, RFC 3339 in UTC.
  time: string,
  # The place, of a significant change.
  place: ?Place,
  # The visit, of an arrival or departure.
  visit: ?Visit,
  # The region, of that kind.
  region: ?RegionChange
)

# Monitors a service for an app until StopMonitoring. To monitor it already changes nothing.
method StartMonitoring(
  # The app: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The service.
  service: Service
) -> (
  # What the app monitors now.
  state: State
)

# Stops monitoring a service for an app, and deletes its events that wait.
method StopMonitoring(
  # The app.
  app: string,
  # The service.
  service: Service
) -> (
  # What the app monitors now.
  state: State
)

# Returns what an app monitors.
method ListMonitoring(
  # The app.
  app: string
) -> (
  # What the app monitors now.
  state: State
)

# Streams what happens. The app is in use while the stream is open, unless a host reports that its windows are hidden.
#
# The first reply has the state, which comes again whenever it changes. Then come the events that wait, oldest first, and
# each new one. With several streams of one app, each gets all events. Without more it fails with ExpectedMore.
method FollowEvents(
  # The app.
  app: string
) -> (
  # The number of this reply in the stream, from 1.
  sequence: int,
  # The kind of reply; keepAlive only shows that the service is alive.
  event: (state, occurrence, keepAlive),
  # The number of older events of the same kind dropped because this client was slow.
  dropped: ?int,
  # The state.
  state: ?State,
  # What happened.
  occurrence: ?Occurrence
)

# Deletes an event that the app has handled. An event that is gone already is no error.
method Acknowledge(
  # The app.
  app: string,
  # The identifier of the event.
  event: string
) -> ()

# Monitors a region for an app until RemoveRegion, in place of one of the same monitor and identifier.
#
# An event tells when the machine has been on the other side of the edge for 20 s, farther than the error of its position.
# A region around beacons is entered when one is heard, and left when none was for 30 s. The first event tells the state
# once it is known, unless the app assumes just that. Events need full accuracy.
method AddRegion(
  # The app.
  app: string,
  # The app's monitor: 1 to 64 ASCII letters, digits and "_", not beginning with "_".
  monitor: string,
  # The app's name for the region in the monitor: 1 to 128 bytes without control characters.
  identifier: string,
  # The region: either this area,
  circle: ?Circle,
  # or a GeoJSON object (RFC 7946) of type Polygon, MultiPolygon, Feature with one of these, or FeatureCollection of such,
  # of 4096 vertices at most.
  geoJSON: ?object,
  # or beacons.
  beacons: ?Beacons,
  # The state that the app assumes, satisfied or unsatisfied: an event tells only what differs.
  assuming: ?RegionState
) -> ()

# Stops monitoring a region, and deletes its event that waits. A region that is not there is no error.
method RemoveRegion(
  # The app.
  app: string,
  # The app's monitor.
  monitor: string,
  # The region.
  identifier: string
) -> ()

# Returns regions of an app in the order of adding, as many as fit into one reply.
method ListRegions(
  # The app.
  app: string,
  # The value of next in an earlier reply, to go on behind its regions.
  after: ?string
) -> (
  # The regions.
  regions: []Region,
  # The value of after for the next call; absent if there are no more.
  next: ?string
)

# Watches an anchor for an app, which must always know the exact location, until RaiseAnchor; in place of one before.
#
# The anchor is where the bow is now, or as soon as there are positions. While it is down, receivers stay on. An alarm is
# a state with the condition dragging or unknown that is not silenced. A client that hears nothing on FollowEvents for
# 45 s, or cannot open it again for 30 s, knows nothing any more, and should say so.
method DropAnchor(
  # The app.
  app: string,
  # What holds the boat.
  rode: Rode
) -> (
  # What the app monitors now.
  state: State
)

# Takes the middle of the swing for the anchor's place, if the swing shows it, and ends an alarm that it drags.
#
# Without an anchor nothing happens.
method SetAnchor(
  # The app.
  app: string,
  # What holds the boat now; absent for what did.
  rode: ?Rode
) -> (
  # What the app monitors now.
  state: State
)

# Watches the anchor no more. Without one nothing happens.
method RaiseAnchor(
  # The app.
  app: string
) -> (
  # What the app monitors now.
  state: State
)

# Records that somebody has heard the alarm. The next one is an alarm again.
method SilenceAnchor(
  # The app.
  app: string
) -> (
  # What the app monitors now.
  state: State
)

# The area is none that can be monitored, or the beacons are none. Nothing was changed.
error ConditionUnsupported (
  # The path of the mistake in the parameters.
  parameter: string,
  # The mistake and its remedy, for a person.
  reason: string
)

# The program, or one that it was started by, holds a Serve stream of io.waymark.Widgets: it serves widgets, and is not the
# app itself. It cannot begin to monitor, or follow; an open stream ends with it when the program begins to serve.
error ServesWidgets (
  # The error and its remedy, for a person.
  reason: string
)

# The sandbox or unit of the program shows that it is another app.
error AppMismatch (
  # The app that the program claims to be.
  claimed: string,
  # The apps that the program may be.
  apps: []string,
  # The evidence and the remedy, for a person.
  reason: string
)

# The call would exceed a quota of the user. Nothing was changed.
error QuotaExceeded (
  # The exhausted quota: placed widgets, bytes of their timelines, registered kinds, apps with decisions or kinds,
  # registered manifests, open streams, open requests and questions, services that apps monitor, regions, or their
  # vertices.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
    }
}

extension SettingsInterface {
    package static var text: String {
#"""
# Settings for the person, and for agents that show questions to them: which apps may know the location.
#
# A caller decides for its own user, root for every user, and a sandboxed program for nobody.
interface io.waymark.Settings

# The effective authorization of an app, as reported to it.
type AuthorizationStatus (
  # The person has not decided yet.
  notDetermined,
  # The administrator forbids it; nobody else can change that.
  restricted,
  # The person denied it, or location services are switched off.
  denied,
  # The app may know while it or one of its widgets is in use.
  authorizedWhenInUse,
  # The app may know at any time.
  authorizedAlways
)

# A person's choice; notDetermined means to be asked when the app asks.
type AuthorizationChoice (notDetermined, denied, authorizedWhenInUse, authorizedAlways)

# The person's decision about the app's widgets.
type WidgetGrant (undecided, granted, refused)

# The accuracy an app may know: that of the receivers, or an area some kilometres wide.
type AccuracyAuthorization (full, reduced)

# A limit that keeps an app below the person's choice.
type Limit (
  # The administrator forbids it.
  forbidden,
  # The administrator allows at most when in use.
  whenInUseOnly,
  # The administrator allows at most reduced accuracy.
  reducedAccuracy,
  # Location services are switched off.
  servicesOff
)

# A kind of widget as declared by its provider.
type KindDeclaration (
  # Its name.
  kind: string,
  # Whether its timelines depend on the location.
  wantsLocation: bool
)

# The evidence that a provider is the app it claims to be: its sandbox, its unit, or only its claim.
type Verification (flatpak, snap, systemUnit, userUnit, claimed)

# An app that has registered or is the subject of a decision.
type App (
  # Its identifier.
  app: string,
  # The user it belongs to.
  user: int,
  # The app's name for people, if its manifest is known.
  name: ?string,
  # The effective authorization.
  status: AuthorizationStatus,
  # The person's choice.
  choice: AuthorizationChoice,
  # The decision about its widgets.
  widgets: WidgetGrant,
  # When the choice ends, and the person is to be asked again, RFC 3339 in UTC; absent if it lasts.
  until: ?string,
  # The accuracy that the app may know.
  accuracy: AccuracyAuthorization,
  # Whether its widgets may know the location.
  isAuthorizedForWidgetUpdates: bool,
  # Whether the permission ends when the app is no longer in use.
  isTemporary: bool,
  # Whether the app was told always although the person has yet to confirm it.
  isProvisional: bool,
  # The limits that keep it below the person's choice.
  limits: []Limit,
  # The decisions and limits as text, for a person.
  text: string,
  # The kinds it has registered.
  kinds: []KindDeclaration,
  # Whether the app itself is in use.
  inUse: bool,
  # Whether one of its providers is connected.
  connected: bool,
  # The evidence that the connected provider is this app.
  verification: ?Verification,
  # The evidence for a person, such as "verified by Flatpak", or "not verified" and what program says so.
  verificationText: ?string,
  # The open questions about the app.
  prompts: []string,
  # The services that it monitors.
  monitors: []MonitoredService,
  # The number of regions that it monitors.
  regions: int,
  # The capabilities that its manifest requires and this machine lacks, which hinders nothing.
  missingCapabilities: []MissingCapability
)

# A service that can be monitored.
type MonitoredService (significantChanges, visits)

# A capability that an app's manifest requires and this machine lacks.
type MissingCapability (
  # The capability: any source of location, positions from satellites, or magnetic headings.
  capability: (locationServices, gps, magnetometer),
  # Its name in manifests and what the machine lacks, for a person.
  text: string
)

# The kind of a question to the person.
type Question (
  # Whether the app may know the location while it is in use.
  whenInUse,
  # Whether an app that asks for always may know the location while it is in use.
  always,
  # Whether an app authorized while in use may always know.
  alwaysUpgrade,
  # Whether to confirm a provisional always, when the app first makes use of it.
  provisionalAlways,
  # Whether an app that makes use of always may continue.
  usageReminder,
  # Whether an app keeps a permission that it has not used for long. Without an answer in a week it has to ask again.
  unusedPermission,
  # Whether the app may have full accuracy while it is in use.
  temporaryFullAccuracy,
  # Whether the app's widgets share its authorization.
  widgets,
  # Whether what a program of the person has proposed counts.
  proposal
)

# What counts once the person allows it. Members that are absent stay as they are.
type Proposal (
  # Whether it concerns the app, services that were switched off for all apps, or their pause.
  subject: (app, services, pause),
  # Whether the app may know the location.
  status: ?AuthorizationChoice,
  # Whether it may know until it is no longer in use, and then has to ask.
  once: bool,
  # Whether its widgets share its authorization.
  widgets: ?WidgetGrant,
  # The accuracy that it may know.
  accuracy: ?AccuracyAuthorization,
  # When the person is to be asked again, RFC 3339 in UTC.
  until: ?string
)

# An answer to a question; each question offers two or three.
type Choice (allowWhileUsing, allowOnce, allowAlways, keepWhileUsing, allow, deny)

# An open question.
type Prompt (
  # The identifier of the question for AnswerPrompt.
  prompt: string,
  # The app in question; io.waymark.everything if the question concerns all apps.
  app: string,
  # The user to ask.
  user: int,
  # The app's name for people, which may resemble that of another app.
  name: string,
  # What shows that the program is that app, for a person; absent while no program of the app is connected.
  verificationText: ?string,
  # The kind of question.
  question: Question,
  # The same as text, for a person.
  text: string,
  # The app's purpose for the location, in the agent's language.
  purpose: ?string,
  # The possible answers.
  choices: []Choice,
  # The default accuracy, if the answer may change it.
  accuracy: ?AccuracyAuthorization,
  # The time of the question, RFC 3339 in UTC.
  askedAt: string,
  # What is proposed, if that is the question.
  proposal: ?Proposal,
  # Who claims to be the app, for a person, such as "a program started from your terminal"; absent if it is shown to be it.
  claimant: ?string
)

# The reason why a question is closed.
type PromptEnd (
  # The person answered it, through this or another agent.
  answered,
  # The person decided in the settings.
  decidedInSettings,
  # The app is no longer in use.
  useEnded,
  # An answer would no longer change anything.
  pointless,
  # A newer proposal came in its place.
  replaced,
  # Nobody answered it within an hour; only proposals end so.
  lapsed
)

# A day on which an app got locations. Neither today's nor exact numbers are told: they would tell when the machine moved.
type AccessDay (
  # The day in UTC, as in 2026-01-31.
  day: string,
  # The app.
  app: string,
  # The user of the app.
  user: int,
  # The number of locations, rounded down to 1, 10 or 100.
  atLeast: int
)

# A location given to an app.
type Access (
  # The time, RFC 3339 in UTC.
  date: string,
  # The app.
  app: string,
  # The user of the app.
  user: int,
  # The widget that received it, if any.
  widget: ?string,
  # The request that received it, if any; identifiers of requests rise from the service's start and do not count them.
  # Without either, the app got it through what it monitors.
  request: ?string,
  # The stream that received it, if any. It is on record once for each accuracy.
  session: ?string,
  # The ground of entitlement: its widget in view, its widget recently in view, the app itself in use, the app in use in
  # the background, always, or a click of the person that shared it once with the widget.
  ground: (inView, inUseWindow, appInUse, backgroundSession, always, sharedOnce),
  # Whether the permission was to end with the app's use.
  isTemporary: bool,
  # The accuracy that the app was allowed.
  accuracy: AccuracyAuthorization,
  # The radius of the circle that contained the true position with 68 % probability, if known.
  horizontalAccuracyMeters: ?float,
  # Whether the receiver was trusted; absent without a receiver, and under reduced accuracy.
  trust: ?(trusted, doubtful, contradicted)
)

# Sets the authorization of an app. An absent parameter leaves its setting unchanged. The decision is durable and in
# force once this returns.
method Authorize(
  # The app, which need not be known yet.
  app: string,
  # Whether the app may know the location.
  status: ?AuthorizationChoice,
  # Whether its widgets share its authorization.
  widgets: ?WidgetGrant,
  # The accuracy that the app may know.
  accuracy: ?AccuracyAuthorization,
  # When the person is to be asked again, RFC 3339 in UTC, at most 366 days ahead; only if the app may know the location.
  # A status without it lasts until it is changed.
  until: ?string,
  # The user concerned; the caller if absent.
  user: ?int,
  # Whether to allow it until it is no longer in use, after which it has to ask; instead of a status, an end and a grant to
  # its widgets, which would last.
  once: ?bool,
  # Whether this is only a proposal: what takes away counts at once, and what gives the app more is a question to the
  # person, who is asked by an agent. It replaces an earlier proposal about the app, and ends after an hour, or
  # after its own end.
  proposed: ?bool
) -> (
  # The app after the change.
  app: App,
  # The question that the person has to confirm first.
  prompt: ?string
)

# Removes the decisions about an app, as if the person had never been asked, and the kinds that no widget shows and no
# provider serves.
method Reset(
  # The app; all apps if absent.
  app: ?string,
  # The user concerned; the caller if absent.
  user: ?int
) -> ()

# Removes an uninstalled app: its decisions, its widgets, its registered manifest, and its kinds unless its provider is
# connected. The access log stays.
method Forget(
  # The app.
  app: string,
  # The user who owns the app; the caller if absent.
  user: ?int
) -> ()

# Lists the apps of the caller; for root, those of every user. Call it again with the place that the reply returns.
method ListApps(
  # The place after which the page begins; the first page if absent.
  after: ?string
) -> (
  # The apps, ordered by user and name.
  apps: []App,
  # The place of the next page; absent in the last.
  next: ?string
)

# A place of the machine that its owner stated, for when no receiver has a fix.
type StatedPlace (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that the machine is in; above 0 and at most 1,000,000.
  accuracyMeters: float,
  # Metres above mean sea level.
  altitudeMeters: ?float
)

# States where the machine is, or withdraws what was stated so; only for root.
#
# The place is used when no receiver is configured, and when receivers have searched for a while (After= in [Place] of the
# configuration) without a fix. It takes precedence over a place in the configuration.
method StatePlace(
  # The place; if absent, the earlier statement is withdrawn.
  place: ?StatedPlace
) -> ()

# Returns the stated place; only for root.
method GetStatedPlace() -> (
  # The place, if any.
  place: ?StatedPlace,
  # Where it was stated: in a call, in the configuration, or in the file of GeoClue's static source.
  origin: ?(command, configuration, file),
  # Whether it stands in for a fix now.
  used: bool
)

# Switches location services on or off.
method SwitchServices(
  # Whether to switch them on.
  on: bool,
  # The user whose apps are concerned; the caller if absent.
  user: ?int,
  # Whether to switch them for everybody, which only root may do.
  everybody: ?bool,
  # Whether switching them on is only proposed, and the person is asked by an agent; not for everybody.
  proposed: ?bool
) -> (
  # The question that the person has to confirm first.
  prompt: ?string
)

# Returns whether location services are on for the caller.
method GetServices() -> (
  # Whether they are on.
  on: bool,
  # Whether they are switched off for everybody.
  offForEverybody: bool,
  # The caller's latest pause, if there was one.
  pause: ?LocationPause
)

# A time in which no location is told to the apps and widgets of a user. All dates are RFC 3339 in UTC.
type LocationPause (
  # When it began.
  beganAt: string,
  # When it ends, or was to end. It never lasts longer than its length, although the clock may be set back meanwhile.
  until: string,
  # When it ended; absent while it lasts.
  endedAt: ?string
)

# Pauses the location of all apps of a user: from now on they and their widgets are told nothing, and what happens
# meanwhile is not told later. No authorization changes, except that what was allowed once ends. It is durable and in force
# once this returns, and replaces a pause that lasts.
method Pause(
  # When it ends, RFC 3339 in UTC, at most 31 days ahead; after 31 days if absent.
  until: ?string,
  # The user whose apps are concerned; the caller if absent.
  user: ?int,
  # Whether it is only proposed: a pause that lasts then ends no earlier than before.
  proposed: ?bool
) -> (
  # The pause that lasts now.
  pause: LocationPause
)

# Ends a pause before its time.
method Resume(
  # The user whose apps are concerned; the caller if absent.
  user: ?int,
  # Whether it is only proposed, and the person is asked by an agent.
  proposed: ?bool
) -> (
  # The question that the person has to confirm first.
  prompt: ?string
)

# Opens a stream as an agent. The first reply carries the session and all open questions. Each new question follows, and
# each closed one that this agent did not answer itself. Without more it fails with ExpectedMore.
method Agent(
  # The language of the texts, as in LANG; the manifests' own if absent.
  locale: ?string,
  # Whether nothing can be allowed through this agent, as through a page in a browser. It does not count as one that can
  # ask the person.
  refusesOnly: ?bool
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (session, prompt, promptEnded, keepAlive),
  # The number of older events about the same subjects dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # All open questions, in the first reply.
  prompts: ?[]Prompt,
  # The question to show to the person.
  prompt: ?Prompt,
  # The question that was closed.
  ended: ?string,
  # The reason why it was closed.
  why: ?PromptEnd
)

# Answers a question. The decision is durable and in force once this returns.
method AnswerPrompt(
  # The agent's session.
  session: string,
  # The question.
  prompt: string,
  # One of its choices.
  choice: Choice,
  # The accuracy to allow, if the question offers that choice.
  accuracy: ?AccuracyAuthorization
) -> (
  # The app after the change.
  app: App
)

# Registers a manifest for an app of the caller that has none installed on the machine.
method RegisterManifest(
  # The full text of the manifest file.
  text: string,
  # The user concerned; the caller if absent.
  user: ?int
) -> (
  # The app of the manifest.
  app: string,
  # The outcome; hidden if the machine has a manifest of this app, which takes precedence.
  outcome: (added, replaced, unchanged, hidden),
  # The capabilities that the manifest requires and this machine lacks, which hinders nothing.
  missingCapabilities: []MissingCapability
)

# Removes a registered manifest.
method WithdrawManifest(
  # The app.
  app: string,
  # The user concerned; the caller if absent.
  user: ?int
) -> ()

# A manifest that a user has registered.
type RegisteredManifest (
  # The app.
  app: string,
  # Whether the machine has a manifest of this app, which takes precedence.
  hidden: bool
)

# Lists the manifests that a user has registered, in the order of their apps. Call it again with the place that the reply
# returns.
method ListManifests(
  # The user concerned; the caller if absent.
  user: ?int,
  # The place after which the page begins; the first manifest if absent.
  after: ?string
) -> (
  # The manifests, at most 100.
  manifests: []RegisteredManifest,
  # The place of the next page; absent in the last.
  next: ?string
)

# Lists the locations given to the caller's apps; for root, to every user's apps. Call it again with the place that the
# reply returns.
method ListAccesses(
  # Only the accesses of this app.
  app: ?string,
  # The maximum number of accesses on the page; never more than 100.
  limit: ?int,
  # The place after which the page begins; the newest access if absent.
  after: ?string
) -> (
  # The accesses, newest first. A page may have few or none although others follow.
  accesses: []Access,
  # Whether the service only simulates locations, so that no app got a real one.
  simulated: bool,
  # The days on which apps of the system's users, those below 1000, got locations, such as the relay of a vehicle. They
  # are told to everybody, on the first page, except to whom the accesses themselves are listed.
  machine: []AccessDay,
  # The place of the next page; absent in the last.
  next: ?string
)

# Reseals all stored values with a fresh key. Only root may call it.
method Rekey() -> (
  # The number of resealed values.
  sealed: int
)

# No open stream of this caller has this session.
error UnknownSession (session: string)

# The question does not exist, or this caller may not answer it.
#
# For a person: there is no question '{prompt}' for this user
error UnknownPrompt (prompt: string)

# The question is closed.
#
# For a person: the question is no longer pending: {why.words}
error PromptOver (
  prompt: string,
  # The reason why it is closed.
  why: PromptEnd
)

# The question does not offer this answer.
#
# For a person: the question does not offer '{choice}', only {choices}
error NotAChoice (
  # The answer.
  choice: Choice,
  # The answers it offers.
  choices: []Choice
)

# The manifest has mistakes and was rejected.
#
# For a person: the manifest has mistakes: {mistakes}
error BadManifest (
  # The mistakes, each with its line, for a person.
  mistakes: []string
)

# The call would exceed a quota of the user. Nothing was changed.
error QuotaExceeded (
  # The exhausted quota: placed widgets, bytes of their timelines, registered kinds, apps with decisions or kinds,
  # registered manifests, open streams, open requests and questions, services that apps monitor, regions, or their
  # vertices.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has. Requests for a location also have
  # a limit for each app.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

# The user has registered no manifest of this app.
#
# For a person: this user has not registered a manifest of '{app}'
error UnknownManifest (app: string)

# The sealing key could not be changed.
error RekeyFailed (
  # The cause and the remedy, for a person.
  reason: string
)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
    }
}

extension SimulationInterface {
    package static var text: String {
#"""
# A simulated location, for tests and demonstrations, of a service that was started with --simulated.
#
# Such a service has no receivers, and all that it tells has the source simulated. Any other service answers
# NotSimulated. The location concerns all users of the service, so only the user who runs it and root may call these.
interface io.waymark.Simulation

# A location to simulate.
type SimulatedLocation (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The radius of the circle that contains the position with 68 % probability; above 0 and at most 100,000; 5 if absent.
  horizontalAccuracyMeters: ?float,
  # Metres above mean sea level.
  altitudeMeters: ?float,
  # Speed over ground; not negative.
  speedMetersPerSecond: ?float,
  # Course over ground, clockwise from true north; from 0 to below 360.
  courseDegrees: ?float
)

# Sets the location that the service has from now on.
method Simulate(
  # The location; if absent, the service has none, as in a tunnel.
  location: ?SimulatedLocation,
  # The time since the location before, of a route that is played faster than in real time; above 0 and at most 3600.
  # The real time if absent.
  elapsedSeconds: ?float,
  # The revision that this location follows; with another one in force, the call fails with Superseded. So what plays a
  # route learns that somebody else has set a location.
  after: ?int
) -> (
  # The revision of this location, from 1.
  revision: int
)

# Returns the simulated location.
method GetSimulation() -> (
  # The location, if there is one.
  location: ?SimulatedLocation,
  # The time since it was set.
  ageSeconds: ?float,
  # Its revision; 0 if nothing was set since the service started.
  revision: int
)

# The service was not started with --simulated.
#
# For a person: this service has real receivers; start one of your own with 'waymarkd --simulated --socket PATH
# --state DIR'
error NotSimulated ()

# Another location was set meanwhile.
#
# For a person: the walk ended, because another location was set or simulating was stopped
error Superseded (
  # The revision that is in force.
  revision: int
)

"""#
    }
}

extension WidgetsInterface {
    package static var text: String {
#"""
# For providers: programs that make the timelines of kinds of widgets.
#
# A provider holds one Serve stream, which carries the service's requests. It answers on a second connection with the
# session from the stream's first reply. The session ends with the stream; registrations stay. A provider serves the
# widgets of its own user.
interface io.waymark.Widgets

# A kind of widget as declared by its provider.
type KindDeclaration (
  # Its name, unique within the app: ASCII letters, digits, ".", "-" and "_".
  kind: string,
  # Whether its timelines depend on the location.
  wantsLocation: bool,
  # The content to show while there is nothing else: without data of a person, at most 4 KiB. That of the app's manifest
  # counts before it.
  placeholder: ?object,
  # Its name for people, at most 256 bytes. What the app's manifest says counts before this and the next two.
  name: ?string,
  # What its widgets show, for people who choose one, at most 1024 bytes.
  description: ?string,
  # The families that it has a layout for, the preferred one first, each once; all if absent.
  families: ?[]WidgetFamily
)

# The shape and size in which a host shows a widget.
type WidgetFamily (
  # A square tile.
  small,
  # A tile as high as a small one and twice as wide.
  medium,
  # A square tile, twice as wide and high as a small one.
  large,
  # A tile as high as a large one and twice as wide.
  extraLarge,
  # A small circle, such as a gauge.
  circular,
  # A few short lines of text.
  rectangular,
  # One line of text, as in a bar.
  inline
)

# A position. Members that are absent are unknown.
type Location (
  # Degrees north, WGS-84.
  latitudeDegrees: float,
  # Degrees east, WGS-84.
  longitudeDegrees: float,
  # The time since the service received it.
  ageSeconds: float,
  # The time of the position according to the receiver, RFC 3339 in UTC.
  time: ?string,
  # The radius of the circle that contains the true position with 68 % probability.
  horizontalAccuracyMeters: ?float,
  # The radius of the circle that contains the true position with 95 % probability.
  horizontalAccuracy95Meters: ?float,
  # Metres above mean sea level.
  altitudeMeters: ?float,
  # Metres above the WGS-84 ellipsoid, from a receiver that tells how high the geoid is there.
  ellipsoidalAltitudeMeters: ?float,
  # Half the interval that contains the true altitude with 68 % probability.
  verticalAccuracyMeters: ?float,
  # Speed over ground.
  speedMetersPerSecond: ?float,
  # Course over ground, clockwise from true north.
  courseDegrees: ?float,
  # The origin of the position.
  source: LocationSource,
  # Whether the receiver is trusted; absent without a receiver, and under reduced accuracy.
  trust: ?Trust
)

# Whether what a receiver reports is believed.
type Trust (
  # Nothing speaks against it.
  trusted,
  # Something speaks against it, and does not prove it wrong.
  doubtful,
  # It cannot be right. Its locations are not given.
  contradicted
)

# The origin of a position.
type LocationSource (
  # A receiver measured it.
  receiver,
  # A phone of the machine's owner measured it.
  phone,
  # The machine's modem measured it.
  modem,
  # It follows from networks in reach, such as cells or access points.
  network,
  # A person stated it: the machine's owner, for when no receiver has a fix, or whoever entered it into the receiver.
  stated,
  # A simulator made it.
  simulated
)

# The effective authorization of an app; restricted means that the administrator forbids the location.
type AuthorizationStatus (notDetermined, restricted, denied, authorizedWhenInUse, authorizedAlways)

# The accuracy an app may know: that of the receivers, or an area some kilometres wide.
type AccuracyAuthorization (full, reduced)

# The person's decision about the app's widgets.
type WidgetGrant (undecided, granted, refused)

# The complete authorization of the app.
type Authorization (
  # The authorization of the app itself.
  status: AuthorizationStatus,
  # The accuracy; meaningless unless the app may know the location.
  accuracy: AccuracyAuthorization,
  # The person's decision about its widgets.
  widgets: WidgetGrant,
  # Whether its widgets may know the location: always, or when in use and granted to widgets.
  isAuthorizedForWidgetUpdates: bool
)

# The reason for a timeline request.
type ReloadReason (
  # The widget was just placed or never had a timeline.
  placed,
  # The machine has moved significantly.
  significantChange,
  # A location became available to a widget that was told there is none, or the person shared it by a click.
  locationAvailable,
  # The person changed the app's authorization.
  authorizationChanged,
  # The person changed the widget's family or configuration.
  configurationChanged,
  # The last entry is due and the policy is atEnd.
  timelineEnded,
  # The date of the policy after has come.
  dateReached,
  # The provider asked for it.
  requestedByProvider,
  # Another program of the user pushed it.
  pushed,
  # The clock or the time zone was set.
  timeChanged,
  # The widget came into view with an old timeline, whose reload was waiting for the budget.
  stale,
  # An earlier request failed or was not answered in time.
  retry
)

# The reason for a reload without a location.
type LocationAbsence (
  # The kind does not want a location.
  notWanted,
  # The app's widgets may not know the location: isAuthorizedForWidgetUpdates is false.
  unauthorized,
  # The widgets may know the location, but the person has paused the location of all apps for a while.
  pausedByPerson,
  # The widgets may know the location, but this one was not in view recently.
  insufficientlyInUse,
  # The widgets may know the location, but the receivers have no fix.
  locationUnknown
)

# What keeps receivers from having a fix.
type UnknownCause (
  # No receiver is configured.
  noReceiver,
  # The receiver is unreachable: it is unplugged or does not answer.
  absent,
  # The receiver is being opened.
  connecting,
  # The receiver is open but has not had a position yet.
  acquiring,
  # The receiver had a position and lost it.
  lost,
  # The receiver provides positions, but they are probably wrong.
  inDoubt,
  # The receiver has a position but has not sent a new one lately.
  noNewFix,
  # The recording has ended.
  ended
)

# The evidence why the receivers have no fix.
type UnknownLocation (
  # The cause. Of several receivers, the one closest to a position counts.
  cause: UnknownCause,
  # The configured URL of that receiver.
  receiver: ?string,
  # The time since the cause arose.
  sinceSeconds: ?float,
  # The reason why the receiver is unreachable, for a person.
  problem: ?string,
  # The satellites that the receiver uses, or tracks for use, while it has no position and counts them.
  satellitesUsed: ?int,
  # The satellites that it has in view meanwhile.
  satellitesInView: ?int,
  # The cause as text, for a person.
  text: string
)

# A request for a timeline.
type Reload (
  # The identifier of the request for the answer.
  request: string,
  # The widget that needs the timeline.
  widget: string,
  # Its kind.
  kind: string,
  # The family in which its host shows it.
  family: WidgetFamily,
  # Its configuration, with the defaults of the kind: Booleans, numbers and strings by property.
  configuration: object,
  # The reason for the request.
  reason: ReloadReason,
  # The deadline for the answer, RFC 3339 in UTC.
  deadline: string,
  # Whether the app's widgets may know the location at all.
  isAuthorizedForWidgetUpdates: bool,
  # The location, if it is known and allowed now.
  location: ?Location,
  # The reason for a missing location.
  locationAbsence: ?LocationAbsence,
  # The evidence, if that is locationUnknown.
  unknownLocation: ?UnknownLocation
)

# A request for what a kind looks like in a gallery, made of sample data. It concerns no widget and has no location.
type Snapshot (
  # The identifier of the request for the answer.
  request: string,
  # The kind.
  kind: string,
  # The family in which the gallery shows it.
  family: WidgetFamily,
  # The configuration, with the defaults of the kind; what is required may be absent.
  configuration: object,
  # The deadline for the answer, RFC 3339 in UTC.
  deadline: string
)

# A region in which a widget matters.
type RelevantRegion (
  # The centre.
  latitudeDegrees: float,
  longitudeDegrees: float,
  # From 100 to 1,000,000.
  radiusMeters: float
)

# How much an entry matters to the person.
type Relevance (
  # A figure that only counts in comparison; 0 or less means not relevant.
  score: float,
  # The time from the date of the entry for which it counts; until the next figure if absent or 0.
  durationSeconds: ?float,
  # The regions in which it counts, at most 8; everywhere if absent. A region counts while the widget may know the
  # location, and the last known place is in it, as exactly as the widget may know it.
  regions: ?[]RelevantRegion
)

# A state of a widget from a date on.
type Entry (
  # The date from which to show it, RFC 3339.
  date: string,
  # The content to show. The service passes it to hosts unread. By convention: text, detail, alt, class, percentage.
  content: object,
  # How much it matters. Without it, the earlier relevance goes on.
  relevance: ?Relevance
)

# The time to request the next timeline.
type ReloadPolicy (
  # When the last entry is due.
  atEnd,
  # At the date in the parameter after.
  after,
  # Never by the clock. A significant change of location still reloads.
  never
)

# A reload that a call has asked for.
type AskedReload (
  # The widget.
  widget: string,
  # The ticket for GetTicket.
  ticket: string,
  # Whether the ticket is that of an earlier call, whose reload still waits and serves this call too.
  merged: bool
)

# A reload that was asked for, and what has become of it.
type Ticket (
  # The ticket.
  ticket: string,
  # The widget.
  widget: string,
  # Its app.
  app: string,
  # Its kind.
  kind: string,
  # The user it belongs to.
  user: int,
  # The reason, from the first who asked.
  reason: ReloadReason,
  # The date when it was first asked for, RFC 3339 in UTC.
  asked: string,
  # The number of calls that have asked for it; after a restart of the service it counts from 1 again.
  asks: int,
  # What has become of it: it waits for the widget's budget, it waits for something else, the timeline is requested from
  # the provider, the timeline was delivered, or the widget was removed.
  state: (deferred, waiting, requested, done, removed),
  # The time until it can go on, if that is known.
  remainingSeconds: ?float,
  # The request for it, once there is one.
  request: ?string,
  # The number of requests for it that have failed.
  failures: int,
  # The date when it was done or its widget removed, RFC 3339 in UTC.
  ended: ?string,
  # What has become of it, for a person.
  text: string
)

# Registers kinds and streams the service's requests. The first reply carries the session and the authorization. Without
# more it fails with ExpectedMore.
method Serve(
  # The app that owns the kinds: ASCII letters, digits, ".", "-" and "_".
  app: string,
  # The kinds that this provider serves, at least one.
  kinds: []KindDeclaration
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive, stop asks a provider to end that the service has
  # had started, because nothing needs it now.
  event: (session, reload, snapshot, authorization, stop, keepAlive),
  # The number of older events about the same subjects dropped because this client was slow.
  dropped: ?int,
  # The session, in the first reply.
  session: ?string,
  # The authorization: in the first reply, and whenever it changed.
  authorization: ?Authorization,
  # The request, in a reload event.
  reload: ?Reload,
  # The request, in a snapshot event.
  snapshot: ?Snapshot
)

# Answers a request with a timeline. The timeline is durable once this returns.
method DeliverTimeline(
  # The session.
  session: string,
  # The request.
  request: string,
  # 1 to 256 entries, 64 KiB encoded.
  entries: []Entry,
  # The policy for the next request.
  policy: ReloadPolicy,
  # The date for the policy after, RFC 3339.
  after: ?string
) -> ()

# Answers a request with a failure. The last good timeline stays; the request is repeated later.
method FailTimeline(
  # The session.
  session: string,
  # The request.
  request: string,
  # The failure, for a person.
  message: string
) -> (
  # The time until the request is repeated.
  retryAfterSeconds: float
)

# Answers a request for a snapshot.
method DeliverSnapshot(
  # The session.
  session: string,
  # The request.
  request: string,
  # The content to show, 16 KiB encoded; absent if there is none, which shows the placeholder.
  content: ?object
) -> ()

# Requests new timelines for one widget, one kind, or all kinds of the session.
method ReloadTimelines(
  # The session.
  session: string,
  # Only this kind.
  kind: ?string,
  # Only this widget.
  widget: ?string
) -> (
  # The reloads that were accepted.
  reloads: []AskedReload
)

# Reloads the widgets of an app because another program says that there is something new. Programs of the same user may
# push, and members of the group that may show everybody's widgets. The reloads are charged to the widgets' budgets. A
# kind whose manifest does not say Pushable=yes is left out; if nothing is left, the call fails with NotPushable. A kind
# that no manifest declares may be pushed.
method Push(
  # The app.
  app: string,
  # Only this kind.
  kind: ?string,
  # The user who owns the app; the caller if absent.
  user: ?int
) -> (
  # The reloads that were accepted.
  reloads: []AskedReload
)

# Tells what has become of a reload that was asked for. Tickets survive a restart of the service. Those that still wait
# are known, and of those that are over the latest 256 of each user.
method GetTicket(ticket: string) -> (
  # The ticket.
  ticket: Ticket
)

# Streams what becomes of reloads that were asked for. The first reply has all the tickets as they are now, in the order
# of the calls that made them; each further one has the ticket whose state, or what it waits for, has changed. Nothing
# follows the states done and removed. Without more it fails with ExpectedMore.
method WatchTickets(
  # 1 to 64 tickets.
  tickets: []string
) -> (
  # The number of this event in the stream, from 1.
  sequence: int,
  # The kind of event; keepAlive only shows that the service is alive.
  event: (tickets, keepAlive),
  # The number of older events about the same tickets dropped because this client was slow.
  dropped: ?int,
  # The tickets, in a tickets event.
  tickets: ?[]Ticket
)

# No open stream of this caller has this session.
error UnknownSession (session: string)

# The request is not waiting for an answer.
#
# For a person: the request '{request}' waits for no answer: {why}
error RequestOver (
  request: string,
  # The reason: answered, past its deadline, its widget removed, or never known to this session.
  why: (answered, late, removed, unknown)
)

# The session serves no such kind, or the app has none of this name.
error UnknownKind (app: string, kind: string)

# The session serves no such widget.
error UnknownWidget (widget: string)

# The manifest of the app does not permit pushes: no kind of it that has a widget, or not the given one, is Pushable=.
#
# For a person: a push may not reload these widgets of '{app}': the manifest does not say Pushable=yes in its [Kind
# NAME]
error NotPushable (
  app: string,
  # The given kind.
  kind: ?string
)

# There is no such ticket any more, or it is not the caller's.
#
# For a person: there is no ticket '{ticket}' any more: of those that are over, the latest 256 are known
error UnknownTicket (ticket: string)

# The sandbox or unit of the program shows that it is another app.
error AppMismatch (
  # The app that the program claims to be.
  claimed: string,
  # The apps that the program may be.
  apps: []string,
  # The evidence and the remedy, for a person.
  reason: string
)

# The call would exceed a quota of the user. Nothing was changed.
error QuotaExceeded (
  # The exhausted quota: placed widgets, bytes of their timelines, registered kinds, apps with decisions or kinds,
  # registered manifests, open streams, open requests and questions, services that apps monitor, regions, or their
  # vertices.
  quota: (widgets, timelineBytes, kinds, apps, manifests, sessions, requests, monitors, regions,
    regionVertices),
  # The limit for each user; where many share what all may have, what this user has. Requests for a location also have
  # a limit for each app.
  limit: int,
  # The error and its remedy, for a person.
  reason: ?string
)

# The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
error StateNotSaved (
  # The cause, for a person.
  reason: string
)

"""#
    }
}
