import HTTP
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
package import Varlink
package import WaymarkInterfaces

// The requests of browsers.
extension Board {
    private static let callLimit = 8

    func handle(_ request: HTTPRequest, _ exchange: HTTPServer.Exchange) {
        if let refusal = session.refusalOfOrigin(request) { return server.answer(exchange, refusal) }
        let isReading = request.method == "GET" || request.method == "HEAD"
        // The page is no secret: the token is what it asks for.
        if isReading, let file = HTTPResponse.file(at: request.path) { return server.answer(exchange, file) }
        if request.method == "POST", request.path == "/unlock" { return unlock(request, exchange) }
        if let refusal = session.refusalOfToken(request) { return server.answer(exchange, refusal) }
        server.trust(exchange)
        switch (request.method, request.path) {
        case ("GET", "/events"): return openTab(exchange)
        case ("GET", "/metrics") where hasMetrics:
            return respond(exchange) {
                let form = ExpositionForm.openMetrics
                let figures = try ServiceConnection(to: $0).call(InspectInterface.GetMetrics()).value
                return .answer(200, form.mediaType, Array("\(figures.exposition(form))\n".utf8))
            }
        case ("POST", _): break
        case (_, let path): return server.answer(exchange, .nothing(at: path))
        }
        guard let body = request.body else {
            return server.answer(exchange, .problem(413, "The request is too long."))
        }
        do {
            try perform(request.path, JSONObject(body), exchange)
        } catch let problem as ParameterProblem {
            server.answer(exchange, .problem(400, "'\(problem.parameter)' is missing or wrong."))
        } catch {
            server.answer(exchange, .problem(400, "The request is no JSON object."))
        }
    }

    /// Gives the token to a page that was opened with a code.
    private func unlock(_ request: HTTPRequest, _ exchange: HTTPServer.Exchange) {
        let body = try? JSONObject(request.body ?? [])
        guard let code = body?["code"]?.text, session.redeem(code) else {
            return server.answer(exchange, .problem(401, "This address was used already. Make another one."))
        }
        server.answer(exchange, .json(200, ["token": session.token].json))
    }

    private func perform(_ path: String, _ body: JSONObject, _ exchange: HTTPServer.Exchange) throws {
        var json = JSONMembers(body)
        switch path {
        case "/view":
            tabs.record(try ViewReport(&json))
            server.answer(exchange, .json(200, []))
        case "/trace":
            let on: Bool = try json["on"]
            traceIsRefused = !on
            turnTrace(on: on)
            server.answer(exchange, .json(200, []))
        case "/arrange":
            let layout = try BoardLayout(parameters: body)
            do throws(SystemError) {
                try KeptFile.layout.save(layout.json)
            } catch { return server.answer(exchange, .problem(500, "The order cannot be kept: \(error).")) }
            content.layout = layout
            tabs.mark(.widgets)
            server.answer(exchange, .json(200, []))
        case "/answer": try answer(&json, exchange)
        case "/kinds":
            let list = try HostInterface.ListKinds(parameters: body)
            forward(exchange) { try $0.callForAllPages(list).value.json }
        case "/map":
            let (part, tiles) = (try MapPart(&json), tiles)
            respond(exchange) { _ in .json(200, part.drawn(with: tiles)) }
        case "/tile":
            let (place, tiles) = (try TileFile.Place(&json), tiles)
            respond(exchange) { _ in
                guard let image = tiles?.image(at: place) else {
                    return .problem(404, "There is no image of this place.")
                }
                return .answer(200, image.type, image.bytes)
            }
        case "/widgets":
            forward(exchange) { try $0.callForAllPages(InspectInterface.ListWidgets()).value.json }
        case "/share" where content.offersShare:
            // The click was on this page, whose session has in view what its tabs show.
            var share = try HostInterface.ShareOnce(parameters: body)
            share.session = ledger.session
            forward(exchange, share)
        case "/permissions": forward(exchange) { try Self.permissions(from: $0) }
        case "/accesses":
            forward(exchange) { connection in
                let all = try connection.callForAllPages(SettingsInterface.ListAccesses()).value.accesses
                return ["accesses": all.filter { $0.user == Self.user }].json
            }
        default:
            guard let call = try Self.calls[path]?(body) else {
                return server.answer(exchange, .nothing(at: path))
            }
            forward(exchange, call)
        }
    }

    private static let user = Int(ProcessIdentity.effectiveUserID)

    /// The calls that the service answers to the page, from what the page sends.
    ///
    /// The page of permissions changes what belongs to the board's own user. What gives an app more is only proposed, and
    /// the person confirms it elsewhere.
    private static let calls: [String: @Sendable (JSONObject) throws -> any MethodParameters] = [
        "/snapshot": HostInterface.GetSnapshot.init(parameters:),
        "/explain": InspectInterface.Explain.init(parameters:),
        "/configure": HostInterface.Configure.init(parameters:),
        "/place": HostInterface.Place.init(parameters:),
        "/remove": HostInterface.Remove.init(parameters:),
        "/silence-anchor": { _ in MonitorInterface.SilenceAnchor(app: MonitorInterface.anchorApp) },
        "/authorize": { body in
            var change = try SettingsInterface.Authorize(parameters: body)
            (change.user, change.proposed) = (user, true)
            return change
        },
        "/forget": { body in
            var json = JSONMembers(body)
            return SettingsInterface.Reset(app: try json["app"], user: user)
        },
        "/services": { body in
            var json = JSONMembers(body)
            return SettingsInterface.SwitchServices(on: try json["on"], user: user, proposed: true)
        },
        "/pause": { body in
            var pause = try SettingsInterface.Pause(parameters: body)
            (pause.user, pause.proposed) = (user, true)
            return pause
        },
        "/resume": { _ in SettingsInterface.Resume(user: user, proposed: true) },
    ]

    /// Answers a question, as an agent through which nothing can be allowed: the service refuses other answers.
    private func answer(_ json: inout JSONMembers, _ exchange: HTTPServer.Exchange) throws {
        let (prompt, choice): (String, PromptChoice) = (try json["prompt"], try json["choice"])
        guard let agentSession else {
            return server.answer(exchange, .problem(409, "The question is no longer pending."))
        }
        let answer = SettingsInterface.AnswerPrompt(session: agentSession, prompt: prompt, choice: choice)
        // The service does not tell an agent of the end of a question that it answered itself.
        respond(exchange) {
            .json(200, try ServiceConnection(to: $0).call(answer).json)
        } onSuccess: { [unowned self] in
            content.prompts.removeAll { $0.prompt == prompt }
            tabs.mark(.questions)
        }
    }

    /// Returns what the page of permissions shows of the service.
    private static func permissions(from connection: ServiceConnection) throws -> [UInt8] {
        let apps = try connection.callForAllPages(SettingsInterface.ListApps()).value.apps
        let status = try connection.call(InspectInterface.GetStatus()).value
        let services = try connection.call(SettingsInterface.GetServices()).value
        let accesses = try connection.call(SettingsInterface.ListAccesses()).value.accesses
        let page = JSONWriter.object { json in
            // The number of agents through which the person can allow something.
            json.member("agents", status.agents)
            json.member("apps", apps.filter { $0.user == user })
            json.member("consumers", status.consumers.filter { $0.user == user })
            // All of them may be 300 KB, which the page reads only when the latest has changed.
            json.member("latest", accesses.first { $0.user == user })
            json.member("services", services)
        }
        // Texts of apps may not hide others.
        return Array(String(decoding: page, as: UTF8.self).harmless.utf8)
    }

    // MARK: Calls

    private func forward(_ exchange: HTTPServer.Exchange, _ call: some MethodParameters) {
        forward(exchange) { try $0.call(call).json }
    }

    private func forward(
        _ exchange: HTTPServer.Exchange,
        _ call: @escaping @Sendable (ServiceConnection) throws -> [UInt8]
    ) {
        respond(exchange) { .json(200, try call(ServiceConnection(to: $0))) }
    }

    /// Answers with a response that is made on a thread of its own, for which it gets the service's socket.
    private func respond(
        _ exchange: HTTPServer.Exchange,
        _ response: @escaping @Sendable (_ socket: String) throws -> HTTPResponse,
        onSuccess: @escaping () -> Void = {}
    ) {
        guard callCount < Self.callLimit else {
            return server.answer(exchange, .problem(503, "The board is busy: try again."))
        }
        perform { socket -> HTTPResponse in
            do {
                return try response(socket)
            } catch {
                let refusal = (error as? ClientError)?.refusal
                return refusal.map { .problem(409, $0.description) } ?? .problem(502, "\(error)")
            }
        } then: { [unowned self] response in
            if response.status == 200 { onSuccess() }
            server.answer(exchange, response)
        }
    }
}

// Messages between the page and the program, besides the parameters and replies of the service's own methods.

extension JSONWriter {
    static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(members)
        return json.bytes
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
