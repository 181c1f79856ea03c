import LocationModel
import MessageCoding
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Widgets.
extension Daemon {
    func serve(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(WidgetsInterface.Serve.self)
        guard let app = AppIdentifier(parameters.app) else { throw .standard(.invalidParameter("app")) }
        guard !parameters.kinds.isEmpty else { throw .standard(.invalidParameter("kinds")) }
        var kinds: [WidgetKind: KindDeclaration] = [:]
        for (index, declared) in parameters.kinds.enumerated() {
            let declaration = KindDeclaration(wantsLocation: declared.wantsLocation)
            guard let kind = WidgetKind(declared.kind), kinds.updateValue(declaration, forKey: kind) == nil
            else {
                throw .standard(.invalidParameter("kinds[\(index)].kind"))
            }
        }
        let verification = try verification(of: app, for: request)
        let key = AppKey(user: request.caller.user, app: app)
        try open(WidgetsInterface.Serve.self, for: request) { session, call in
            .providerConnected(session, app: key, kinds: kinds, call: call, verification: verification)
        }
    }

    func deliverTimeline(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(WidgetsInterface.DeliverTimeline.self)
        let session = try session(parameters.session)
        guard let identifier = RequestIdentifier(parameters.request) else {
            throw .standard(.invalidParameter("request"))
        }
        let timeline: Timeline
        do {
            timeline = try Timeline(entries: try entries(parameters.entries), policy: try policy(parameters))
        } catch let failure as CallFailure {
            throw failure
        } catch {
            throw .standard(.invalidParameter("entries"))
        }
        put(
            .deliverTimeline(session, identifier, timeline),
            for: request,
            WidgetsInterface.DeliverTimeline.self
        ) {
            $0 == .done ? Nothing() : nil
        }
    }

    private func entries(_ entries: [WidgetsInterface.Entry]) throws(CallFailure) -> [TimelineEntry] {
        var result: [TimelineEntry] = []
        for (index, entry) in entries.enumerated() {
            guard let date = UTCInstant(entry.date) else {
                throw .standard(.invalidParameter("entries[\(index)].date"))
            }
            guard case .object = entry.content else {
                throw .standard(.invalidParameter("entries[\(index)].content"))
            }
            let content = String(decoding: MessageCoding.encode(entry.content), as: UTF8.self)
            result.append(TimelineEntry(date: date, content: content))
        }
        return result
    }

    private func policy(_ parameters: WidgetsInterface.DeliverTimeline) throws(CallFailure) -> ReloadPolicy {
        switch parameters.policy {
        case .atEnd, .never:
            guard parameters.after == nil else { throw .standard(.invalidParameter("after")) }
            return parameters.policy == .atEnd ? .atEnd : .never
        case .after:
            guard let date = parameters.after.flatMap({ UTCInstant($0) }) else {
                throw .standard(.invalidParameter("after"))
            }
            return .after(date)
        }
    }

    func failTimeline(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(WidgetsInterface.FailTimeline.self)
        let session = try session(parameters.session)
        guard let identifier = RequestIdentifier(parameters.request) else {
            throw .standard(.invalidParameter("request"))
        }
        // The message goes into the journal, where it must not crowd out everything else.
        let message = String(parameters.message.prefix(500))
        put(
            .failTimeline(session, identifier, message: message),
            for: request,
            WidgetsInterface.FailTimeline.self
        ) { answer in
            if case .retry(let delay) = answer { .init(retryAfterSeconds: delay.inSeconds) } else { nil }
        }
    }

    func reloadTimelines(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(WidgetsInterface.ReloadTimelines.self)
        let session = try session(parameters.session)
        let kind = parameters.kind.map { WidgetKind($0) }
        if case .some(nil) = kind { throw .standard(.invalidParameter("kind")) }
        let widget = parameters.widget.map { WidgetIdentifier($0) }
        if case .some(nil) = widget { throw .standard(.invalidParameter("widget")) }
        put(
            .reloadTimelines(session, kind: kind ?? nil, widget: widget ?? nil),
            for: request,
            WidgetsInterface.ReloadTimelines.self
        ) { answer in
            if case .widgets(let widgets) = answer { .init(widgets: widgets.map(\.description)) } else { nil }
        }
    }
}
