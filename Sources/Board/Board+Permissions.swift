import HTTP
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

// The page of permissions. It shows and changes what belongs to the board's own user; what gives an app more is only
// proposed, and the person confirms it elsewhere.
extension Board {
    /// Answers a request of the page of permissions.
    ///
    /// - Returns: Whether it was one.
    func performForPermissions(_ path: String, _ body: JSONObject, _ exchange: HTTPServer.Exchange) throws
        -> Bool
    {
        let user = Int(ProcessIdentity.effectiveUserID)
        switch path {
        case "/permissions":
            forward(exchange) { (connection) throws(ClientError) in
                try Permissions(of: user, from: connection).json
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
            change.user = user
            change.proposed = true
            forward(exchange, change)
        case "/forget":
            let app = try AppName(parameters: body).app
            forward(exchange, SettingsInterface.Reset(app: app, user: user))
        case "/services":
            let on = try Switch(parameters: body).on
            forward(exchange, SettingsInterface.SwitchServices(on: on, user: user, proposed: true))
        case "/pause":
            var pause = try SettingsInterface.Pause(parameters: body)
            pause.user = user
            pause.proposed = true
            forward(exchange, pause)
        case "/resume": forward(exchange, SettingsInterface.Resume(user: user, proposed: true))
        default: return false
        }
        return true
    }
}

/// What the page of permissions shows of the service.
struct Permissions {
    private let apps: [SettingsInterface.App]
    private let consumers: [InspectInterface.Consumer]
    private let services: SettingsInterface.GetServices.Reply

    /// The number of agents through which the person can allow something.
    private let agents: Int

    init(of user: Int, from connection: ServiceConnection) throws(ClientError) {
        apps = try connection.callForAllPages(SettingsInterface.ListApps()).value.apps
            .filter { $0.user == user }
        let status = try connection.call(InspectInterface.GetStatus()).value
        consumers = status.consumers.filter { $0.user == user }
        agents = status.agents
        services = try connection.call(SettingsInterface.GetServices()).value
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("agents", agents)
            json.member("apps", apps.map { $0.harmless })
            json.member("consumers", consumers)
            json.member("services", services)
        }
        return json.bytes
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
    private let prompt: SettingsInterface.Prompt
    private let words: QuestionWords

    init(_ prompt: SettingsInterface.Prompt) {
        self.prompt = prompt
        words = QuestionWords(prompt) { WallClock.localDate($0.nanosecondsSince1970) }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("answers", words.answers.map { PageAnswer(answer: $0) })
            json.member("app", prompt.app)
            json.member("end", words.end)
            json.member("prompt", prompt.prompt)
            json.member("question", words.question)
            json.member("who", words.who)
            json.member("why", words.why)
        }
    }
}

private struct PageAnswer: JSONWritable {
    let answer: QuestionWords.Answer

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("allows", answer.choice.allows)
            json.member("choice", answer.choice)
            json.member("label", answer.label)
            json.member("meaning", answer.meaning)
        }
    }
}
