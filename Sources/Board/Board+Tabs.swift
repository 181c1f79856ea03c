import HTTP
import LinuxSystem
import Varlink

struct TabStream {
    let exchange: HTTPServer.Exchange

    /// Watches for the end of the browser, which a stream at rest would not notice.
    var hangUp: Poller.Token?

    /// Whether it takes the next bytes.
    var isDrained = false
}

// The streams of the tabs.
extension Board {
    /// The most bytes that are sent at once.
    private static let batch = 32_768

    /// Opens the stream of a tab, which is told of some subjects or, with `nil`, of all.
    func openTab(_ exchange: HTTPServer.Exchange, _ only: Set<Subject>? = nil) {
        guard tabs.tabs.count < Tabs.limit else {
            return server.answer(exchange, .problem(503, "Too many tabs show the board: close some."))
        }
        let name = BoardSession.randomDigits(32)
        server.startStream(exchange, headers: ["Content-Type", "text/event-stream"] + HTTPResponse.guards)
        var stream = TabStream(exchange: exchange)
        if let socket = server.socket(of: exchange),
            let token = try? poller.watch(socket, for: .endOfInput)
        {
            stream.hangUp = token
            actions[token] = { [unowned self] in
                unwatchTab(name)
                server.abort(exchange)
            }
        }
        streams[name] = stream
        streamNames[exchange] = name
        tabs.open(name, telling: [.stream] + content.subjects, only: only)
        followTabs()
    }

    func closeTab(_ exchange: HTTPServer.Exchange) {
        guard let name = streamNames.removeValue(forKey: exchange) else { return }
        unwatchTab(name)
        streams[name] = nil
        tabs.close(name)
        followTabs()
    }

    private func unwatchTab(_ name: String) {
        guard let token = streams[name]?.hangUp else { return }
        streams[name]?.hangUp = nil
        actions[token] = nil
        poller.unwatch(token)
    }

    /// Notes that a tab has taken all bytes.
    func drain(_ exchange: HTTPServer.Exchange) {
        guard let name = streamNames[exchange] else { return }
        streams[name]?.isDrained = true
    }

    /// Sends one tab what it was not told yet; returns whether there was any.
    func sendPending() -> Bool {
        for (name, stream) in streams where stream.isDrained {
            var bytes: [UInt8] = []
            while bytes.count < Self.batch, let subject = tabs.next(for: name) {
                switch subject {
                case .stream: bytes += BoardContent.event("stream") { $0.member("stream", name) }
                case .trace:
                    let (event, cursor) = trace.event(after: tabs.tabs[name]?.trace ?? Trace.Cursor())
                    tabs.record(cursor, for: name)
                    bytes += event
                default: bytes += content.event(about: subject) ?? []
                }
            }
            if bytes.isEmpty { continue }
            streams[name]?.isDrained = false
            server.send(bytes, on: stream.exchange)
            return true
        }
        return false
    }

    /// Sends each tab at rest a line that means nothing.
    func sendKeepAlive() {
        for (name, stream) in streams where stream.isDrained {
            streams[name]?.isDrained = false
            server.send(Array(":\n\n".utf8), on: stream.exchange)
        }
    }
}
