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
