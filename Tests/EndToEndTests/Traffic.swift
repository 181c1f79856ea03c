import LocationModel
import RouteSimulator
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import WaymarkInterfaces

/// Clients that make changes until the daemon dies, and the state that the daemon must then have.
struct Traffic {
    /// The changes that the daemon has acknowledged.
    struct Model: Equatable {
        /// App to status and widget grant.
        var grants: [String: [String]] = [:]

        /// App to kinds.
        var kinds: [String: Set<String>] = [:]

        /// Widget to app and kind.
        var widgets: [String: [String]] = [:]

        /// Widget to the text of its timeline.
        var timelines: [String: String] = [:]
    }

    private static let apps = ["org.example.a", "org.example.b", "org.example.c"]
    var random: SeededGenerator
    private(set) var model = Model()
    private(set) var acknowledged = 0
    private(set) var acknowledgedTimelines = 0

    /// The state including the last change, which was not acknowledged.
    private var possible: [Model] = []
    private var count = 0
    private var usedWidgets: Set<String> = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Makes changes until the daemon is gone.
    mutating func run(against daemon: DaemonProcess) async throws {
        possible = []
        do throws(ClientFailure) {
            try change(at: daemon)
        } catch {
            switch error {
            case .connectionClosed, .cannotConnect: break
            default: throw error
            }
        }
    }

    private mutating func change(at daemon: DaemonProcess) throws(ClientFailure) {
        let calls = try VarlinkClient(connectingTo: daemon.socketPath)
        let provider = try VarlinkClient(connectingTo: daemon.socketPath)
        let app = Self.apps[Int(random.next() % 3)]
        count += 1
        let kinds = ["one", "two", "kind\(count)"]
        let (stream, session) = try register(app, kinds, on: provider)
        while true {
            try answerRequests(of: stream, session, on: calls)
            count += 1
            switch random.next() % 3 {
            case 0: try authorize(Self.apps[Int(random.next() % 3)], on: calls)
            case 1 where model.widgets.count > 8:
                guard let widget = model.widgets.keys.sorted().randomElement(using: &random) else { break }
                var after = model
                after.widgets[widget] = nil
                after.timelines[widget] = nil
                try put(HostInterface.Remove(widget: widget), on: calls, after)
            default: try place(app, kinds[Int(random.next() % 2)], on: calls)
            }
        }
    }

    private mutating func register(
        _ app: String,
        _ kinds: [String],
        on connection: VarlinkClient
    ) throws(ClientFailure) -> (ReplyStream, session: String) {
        var after = model
        after.kinds[app, default: []].formUnion(kinds)
        if after.grants[app] == nil { after.grants[app] = ["notDetermined", "undecided"] }
        possible = [after]
        let serve = WidgetsInterface.Serve(
            app: app,
            kinds: kinds.map { .init(kind: $0, wantsLocation: true) }
        )
        let stream = try connection.stream(WidgetsInterface.Serve.method, serve.json)
        let first = try stream.next(timeout: .seconds(30)) ?? .empty
        let reply = try? WidgetsInterface.Serve.Reply(first)
        acknowledge(after)
        return (stream, reply?.session ?? "")
    }

    private mutating func authorize(_ app: String, on connection: VarlinkClient) throws(ClientFailure) {
        let statuses: [SettingsInterface.Authorize] = [
            .init(app: app, status: .authorizedAlways, widgets: .granted),
            .init(app: app, status: .authorizedWhenInUse, widgets: .refused),
            .init(app: app, status: .denied, widgets: .undecided),
        ]
        let decision = statuses[Int(random.next() % 3)]
        var after = model
        after.grants[app] = [decision.status?.rawValue ?? "", decision.widgets?.rawValue ?? ""]
        try put(decision, on: connection, after)
    }

    private mutating func place(
        _ app: String,
        _ kind: String,
        on connection: VarlinkClient
    ) throws(ClientFailure) {
        // The widget's number is not known in advance, so it is checked after the next start.
        var after = model
        after.widgets["?"] = [app, kind]
        possible = [after]
        let reply = try connection.call(
            HostInterface.Place.method,
            HostInterface.Place(app: app, kind: kind).json,
            timeout: .seconds(30)
        )
        let placed = try? HostInterface.Place.Reply(reply)
        let widget = placed?.widget ?? "unreadable"
        #expect(usedWidgets.insert(widget).inserted, "\(widget) was given away before")
        after.widgets["?"] = nil
        after.widgets[widget] = [app, kind]
        acknowledge(after)
    }

    private mutating func answerRequests(
        of stream: ReplyStream,
        _ session: String,
        on connection: VarlinkClient
    ) throws(ClientFailure) {
        while true {
            let event: JSONObject
            do throws(ClientFailure) {
                guard let next = try stream.next(timeout: .zero) else { throw .connectionClosed }
                event = next
            } catch {
                if error == .timedOut { return }
                throw error
            }
            let reply = try? WidgetsInterface.Serve.Reply(event)
            guard let reload = reply?.reload, model.widgets[reload.widget] != nil else { continue }
            count += 1
            var after = model
            after.timelines[reload.widget] = "text \(count)"
            let timeline = WidgetsInterface.DeliverTimeline(
                session: session,
                request: reload.request,
                entries: [
                    .init(date: "2026-01-01T00:00:00Z", content: RawJSON(["text": "text \(count)"]))
                ],
                policy: .never
            )
            if try put(timeline, on: connection, after) { acknowledgedTimelines += 1 }
        }
    }

    @discardableResult
    private mutating func put(
        _ parameters: some MethodParameters,
        on connection: VarlinkClient,
        _ after: Model
    ) throws(ClientFailure) -> Bool {
        possible = [after]
        do throws(ClientFailure) {
            _ = try connection.call(
                type(of: parameters).method,
                parameters.json,
                timeout: .seconds(30)
            )
        } catch {
            // A newer request may have replaced this one before its answer arrived.
            if case .failed("io.waymark.Widgets.RequestOver", _) = error {
                possible = []
                return false
            }
            throw error
        }
        acknowledge(after)
        return true
    }

    private mutating func acknowledge(_ after: Model) {
        model = after
        possible = []
        acknowledged += 1
    }

    /// Compares the daemon's state with what it acknowledged.
    ///
    /// A pending change must be present completely or not at all.
    mutating func check(_ daemon: DaemonProcess, round: Int) async throws {
        let client = try ScriptedClient(daemon)
        var found = Model()
        for app in try client.call(SettingsInterface.ListApps()).apps {
            found.grants[app.app] = [app.choice.rawValue, app.widgets.rawValue]
            if !app.kinds.isEmpty { found.kinds[app.app] = Set(app.kinds.map(\.kind)) }
        }
        for widget in try client.call(InspectInterface.ListWidgets()).widgets {
            found.widgets[widget.widget] = [widget.app, widget.kind]
        }
        let views = try await ScriptedClient(daemon).stream(HostInterface.Watch()).next().widgets ?? []
        for view in views {
            guard let text = view.entry?.content.object["text"]?.text else { continue }
            found.timelines[view.widget] = text
        }
        let fresh = Set(found.widgets.keys).subtracting(model.widgets.keys)
        usedWidgets.formUnion(fresh)
        possible = possible.map { model in
            var model = model
            guard let placed = model.widgets.removeValue(forKey: "?") else { return model }
            if let widget = fresh.first { model.widgets[widget] = placed }
            return model
        }
        #expect(
            found == model || possible.contains(found),
            "round \(round): found \(found), acknowledged \(model), under way \(possible)"
        )
        model = found
    }
}
