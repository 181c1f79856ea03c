import HTTP
import LinuxSystem
import LocationModel
import UserInput
package import Varlink
import Waymark
package import WaymarkInterfaces

// The page of permissions. It shows and changes what belongs to the board's own user; what gives an app more is only
// proposed, and the person confirms it elsewhere.
extension Board {
    /// Answers a request of the page of permissions.
    func performForPermissions(_ path: String, _ body: JSONObject, _ exchange: HTTPServer.Exchange) throws {
        let user = Int(ProcessIdentity.effectiveUserID)
        switch path {
        case "/permissions":
            forward(exchange) { (connection) throws(ClientError) in
                try Self.permissions(of: user, from: connection)
            }
        case "/accesses":
            let list = try SettingsInterface.ListAccesses(parameters: body)
            forward(exchange) { (connection) throws(ClientError) in
                var page = try connection.call(list).value
                page.accesses.removeAll { $0.user != user }
                page.machine = []
                return page.json
            }
        case "/authorize":
            var change = try SettingsInterface.Authorize(parameters: body)
            (change.user, change.proposed) = (user, true)
            forward(exchange, change)
        case "/forget":
            let app = try body.only("app") as String
            forward(exchange, SettingsInterface.Reset(app: app, user: user))
        case "/services":
            let on: Bool = try body.only("on")
            forward(exchange, SettingsInterface.SwitchServices(on: on, user: user, proposed: true))
        case "/pause":
            var pause = try SettingsInterface.Pause(parameters: body)
            (pause.user, pause.proposed) = (user, true)
            forward(exchange, pause)
        case "/resume": forward(exchange, SettingsInterface.Resume(user: user, proposed: true))
        default: server.answer(exchange, .nothing(at: path))
        }
    }

    /// Returns what the page of permissions shows of the service.
    private static func permissions(of user: Int, from connection: ServiceConnection) throws(ClientError)
        -> [UInt8]
    {
        let apps = try connection.callForAllPages(SettingsInterface.ListApps()).value.apps
        let status = try connection.call(InspectInterface.GetStatus()).value
        let services = try connection.call(SettingsInterface.GetServices()).value
        return JSONWriter.object { json in
            // The number of agents through which the person can allow something.
            json.member("agents", status.agents)
            json.member("apps", apps.filter { $0.user == user }.map(\.harmless))
            json.member("consumers", status.consumers.filter { $0.user == user })
            json.member("services", services)
        }
    }
}

extension SettingsInterface.App {
    /// The app, whose texts hide nothing.
    fileprivate var harmless: Self {
        var app = self
        app.name = name?.harmless
        app.text = text.harmless
        app.verificationText = verificationText?.harmless
        return app
    }
}

/// A question as the page shows it: it can be refused there.
struct PageQuestion: JSONWritable {
    let prompt: SettingsInterface.Prompt

    func write(to json: inout JSONWriter) {
        let words = QuestionWords(prompt) { WallClock.localDate($0.nanosecondsSince1970) }
        json.object { json in
            json.member("answers", words.answers)
            json.member("end", words.end)
            json.member("prompt", prompt.prompt)
            json.member("question", words.question)
            json.member("who", words.who)
            json.member("why", words.why)
        }
    }
}

extension QuestionWords.Answer: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("allows", choice.allows)
            json.member("choice", choice)
            json.member("label", label)
            json.member("meaning", meaning)
        }
    }
}
