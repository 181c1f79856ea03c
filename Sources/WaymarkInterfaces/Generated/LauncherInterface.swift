// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
package import Varlink

package enum LauncherInterface: NamedInterface {
    package static let name = "io.waymark.Launcher"
    package enum Manager: String, JSONWord { case user, system }
    package struct Program: JSONStructure {
        package var app: String
        package var user: Int
        package var launch: String
        package init(app: String, user: Int, launch: String) { self.app = app; self.user = user; self.launch = launch }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json["app"]; user = try json["user"]; launch = try json["launch"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("launch", launch); json.member("user", user)
        }
    }
    package struct Serve: MethodParameters {
        package static let method = "io.waymark.Launcher.Serve"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case session, start, stop, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var program: Program?
            package var deadlineSeconds: Double?
            package init(
                sequence: Int = 0, event: Event, dropped: Int? = nil, session: String? = nil, program: Program? = nil,
                deadlineSeconds: Double? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.program = program; self.deadlineSeconds = deadlineSeconds
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json["sequence"]; event = try json["event"]; dropped = try json["dropped"];
                session = try json["session"]; program = try json["program"];
                deadlineSeconds = try json["deadlineSeconds"]
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("deadlineSeconds", deadlineSeconds); json.member("event", event);
                json.member("program", program); json.member("session", session)
            }
        }
        package var manager: Manager
        package var running: [Program]
        package init(manager: Manager, running: [Program]) { self.manager = manager; self.running = running }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            manager = try json["manager"]; running = try json["running"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("manager", manager); json.member("running", running)
        }
    }
    package struct Report: MethodParameters {
        package static let method = "io.waymark.Launcher.Report"
        package enum Outcome: String, JSONWord { case started, ranBefore, notStarted, ended }
        package var session: String
        package var program: Program
        package var outcome: Outcome
        package var fault: LaunchFault?
        package var message: String?
        package init(
            session: String, program: Program, outcome: Outcome, fault: LaunchFault? = nil, message: String? = nil
        ) {
            self.session = session; self.program = program; self.outcome = outcome; self.fault = fault;
            self.message = message
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json["session"]; program = try json["program"]; outcome = try json["outcome"];
            fault = try json["fault"]; message = try json["message"]
        }
        package func write(_ json: inout JSONWriter) {
            json.member("fault", fault); json.member("message", message); json.member("outcome", outcome);
            json.member("program", program); json.member("session", session)
        }
    }
}

extension LauncherInterface {
    package static let text = #"""
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
