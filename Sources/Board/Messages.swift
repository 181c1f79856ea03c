import Varlink
import WaymarkInterfaces

// What the page and the program tell each other, besides the parameters and replies of the service's own methods.

/// Why a request failed.
struct Problem: JSONStructure {
    /// The reason, for a person.
    var text: String

    /// The service's error, if it refused a call.
    var error: String?

    init(text: String, error: String? = nil) {
        self.text = text
        self.error = error
    }

    init(_ json: inout JSONMembers) throws(ParameterProblem) {
        text = try json.required("text")
        error = try json.optional("error")
    }

    func write(_ json: inout JSONWriter) {
        json.member("error", error)
        json.member("text", text)
    }
}

struct ViewReport: JSONStructure {
    /// The most widgets of one report, far more than a screen shows.
    static let limit = 512

    var stream: String

    /// The number of the report in the stream; an older one that arrives later does not count.
    var order: Int
    var widgets: [String]
    var trace: Bool

    init(stream: String, order: Int, widgets: [String], trace: Bool) {
        self.stream = stream
        self.order = order
        self.widgets = widgets
        self.trace = trace
    }

    init(_ json: inout JSONMembers) throws(ParameterProblem) {
        stream = try json.required("stream")
        order = try json.required("order")
        widgets = try json.required("widgets")
        trace = try json.required("trace")
        guard widgets.count <= Self.limit else { throw ParameterProblem(parameter: "widgets") }
    }

    func write(_ json: inout JSONWriter) {
        json.member("order", order)
        json.member("stream", stream)
        json.member("trace", trace)
        json.member("widgets", widgets)
    }
}

struct Answer: JSONStructure {
    var prompt: String
    var choice: SettingsInterface.Choice

    init(_ json: inout JSONMembers) throws(ParameterProblem) {
        prompt = try json.required("prompt")
        choice = try json.required("choice")
    }

    func write(_ json: inout JSONWriter) {
        json.member("choice", choice)
        json.member("prompt", prompt)
    }
}

struct KindList: JSONStructure {
    var locale: String?

    init(_ json: inout JSONMembers) throws(ParameterProblem) { locale = try json.optional("locale") }

    func write(_ json: inout JSONWriter) { json.member("locale", locale) }
}

/// The switch of the trace, or of location services.
struct Switch: JSONStructure {
    var on: Bool

    init(_ json: inout JSONMembers) throws(ParameterProblem) { on = try json.required("on") }

    func write(_ json: inout JSONWriter) { json.member("on", on) }
}

struct Unlocking: JSONStructure {
    var code: String

    init(_ json: inout JSONMembers) throws(ParameterProblem) { code = try json.required("code") }

    func write(_ json: inout JSONWriter) { json.member("code", code) }
}

/// The token, for a page that may have it.
struct TokenReply: JSONStructure {
    var token: String

    init(token: String) { self.token = token }

    init(_ json: inout JSONMembers) throws(ParameterProblem) { token = try json.required("token") }

    func write(_ json: inout JSONWriter) { json.member("token", token) }
}

struct AppName: JSONStructure {
    var app: String

    init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json.required("app") }

    func write(_ json: inout JSONWriter) { json.member("app", app) }
}
