import LinuxSystem
public import LocationModel
import WaymarkInterfaces

/// A program that shows widgets: a bar, a panel, a dashboard.
///
/// A host reports which of its widgets are in view. A widget counts as in use while it is in view, and for a
/// while after. Only then can it get the location, so report exactly what the person sees.
///
/// ```swift
/// let host = WidgetHost()
/// let widget = try await host.place("today", of: "org.example.Weather")
/// await host.setVisible(true, for: widget)
/// for try await update in host.updates(of: [widget]) {
///     if case .changed(let shown) = update { print(shown.status, shown.entry?.text ?? "") }
/// }
/// ```
///
/// Reported visibility holds while an iteration of ``updates(of:)`` lasts; after a restart of the service it
/// is reported again. When the host ends, its widgets are out of view.
public final class WidgetHost: Sendable {
    /// A widget or an app's windows, which may be in view.
    fileprivate enum Surface: Hashable {
        case widget(WidgetIdentifier)
        case windows(of: String)
    }

    private struct State {
        /// The visibility to report to the service; other widgets are out of view.
        var isVisible: [Surface: Bool] = [:]

        // The iteration owns it, however it ends: a loop may be left at any time.
        weak var session: HostSession?
    }

    let service: WaymarkService
    private let isAlwaysInView: Bool
    private let state = Guarded(State())

    /// Creates a host; nothing is connected yet.
    ///
    /// If the surface on which it shows widgets is always in view, such as a dashboard or a watch face, the service gives this
    /// as the reason why a widget is in use.
    public init(on service: WaymarkService = WaymarkService(), isAlwaysInView: Bool = false) {
        self.service = service
        self.isAlwaysInView = isAlwaysInView
    }

    /// Whether the service only simulates locations, which a host must tell the person.
    ///
    /// It is known while an iteration of ``updates(of:)`` lasts.
    public var isSimulated: Bool { state.withLock { $0.session?.isSimulated ?? false } }

    // MARK: Widgets

    /// Places a widget, or finds the one that was placed with the same key.
    ///
    /// With a key, a host needs to remember nothing: it finds its widget again after a restart of itself or the machine.
    ///
    /// - Parameters:
    ///   - kind: Its kind.
    ///   - app: The identifier of its app.
    ///   - family: The family in which to show it; `nil` for the one that the kind prefers.
    ///   - configuration: The values of the kind's properties; what is absent has its default.
    ///   - key: The host's own name for the widget, of ASCII letters, digits, `.`, `-` and `_`; `nil` always places one.
    ///     The family and the configuration count only for a new widget.
    /// - Returns: The widget.
    /// - Throws: `ClientError`: `ServiceRefusal.unknownKind` if the app has no such kind,
    ///   `ServiceRefusal.unsupportedFamily` or `ServiceRefusal.invalidConfiguration` if the kind does not
    ///   support the family or accept the configuration,
    ///   `ServiceRefusal.quotaExceeded` if the person has as many widgets as one may.
    public func place(
        _ kind: String,
        of app: String,
        family: WidgetFamily? = nil,
        configuration: ConfigurationValues = ConfigurationValues(),
        key: String? = nil
    ) async throws(ClientError) -> WidgetIdentifier {
        let reply = try await service.call(
            HostInterface.Place(
                app: app,
                kind: kind,
                family: family,
                configuration: configuration.isEmpty ? nil : configuration.json,
                key: key
            )
        )
        return try WidgetIdentifier(reply.widget).orViolation("the widget '\(reply.widget)'")
    }

    /// Changes the family or the configuration of a widget, which reloads it; `nil` keeps the present one.
    ///
    /// The configuration replaces all earlier values. It throws as placing does if the kind does not accept the change.
    public func configure(
        _ widget: WidgetIdentifier,
        family: WidgetFamily? = nil,
        configuration: ConfigurationValues? = nil
    ) async throws(ClientError) {
        let configure = HostInterface.Configure(
            widget: widget.description,
            family: family,
            configuration: configuration?.json
        )
        _ = try await service.call(configure)
    }

    /// Removes a widget for good.
    public func remove(_ widget: WidgetIdentifier) async throws(ClientError) {
        state.withLock { $0.isVisible[.widget(widget)] = nil }
        _ = try await service.call(HostInterface.Remove(widget: widget.description))
    }

    // MARK: Visibility

    /// Reports that a widget came into view or went out of view.
    ///
    /// The report waits until an iteration of ``updates(of:)`` can send it.
    public func setVisible(_ isVisible: Bool, for widget: WidgetIdentifier) async {
        await set(.widget(widget), to: isVisible ? true : nil)
    }

    /// Reports that an app's windows are visible or hidden; a hidden app is not in use even while it runs.
    public func setVisible(_ isVisible: Bool, windowsOf app: String) async {
        await set(.windows(of: app), to: isVisible)
    }

    private func set(_ surface: Surface, to isVisible: Bool?) async {
        let session = state.withLock { state in
            state.isVisible[surface] = isVisible
            return state.session
        }
        if let session { await tell(session, of: surface) }
    }

    /// Reports the visibility of a surface to the service, again if it changes meanwhile: the last change
    /// counts, also while a new session gets all reports at the same time.
    private func tell(_ session: HostSession, of surface: Surface) async {
        var told: Bool?
        while true {
            let isVisible = state.withLock { $0.isVisible[surface] ?? false }
            guard isVisible != told else { return }
            await session.tell(surface, isVisible)
            told = isVisible
        }
    }

    // MARK: Location

    /// Gives a widget the location once, because the person clicked for it on the surface that shows the widget.
    ///
    /// Call it for a click, once, and never without one. The widget's next reload gets the location without a
    /// question and without a permission of the app, if it comes within a minute.
    ///
    /// - Parameters:
    ///   - widget: The widget, which this host has in view.
    ///   - exactly: Whether the click said that the location is exact; otherwise reduced accuracy stays reduced.
    /// - Throws: `ClientError`: `ServiceRefusal.notShared` if the widget is not in view, does not want a location, or the
    ///   person or the administrator has refused it one; `ServiceRefusal.permissionDenied` from a sandbox, or for a
    ///   widget of another user.
    public func shareOnce(
        _ widget: WidgetIdentifier,
        exactly: Bool = false
    ) async throws(ClientError) {
        let share = HostInterface.ShareOnce(
            widget: widget.description,
            session: state.withLock { $0.session?.identifier },
            exactly: exactly ? true : nil
        )
        _ = try await service.call(share)
    }

    // MARK: Updates

    /// Returns the widgets to show and each change, from now on.
    ///
    /// The iteration goes on through restarts of the service, and ends when its task is cancelled. A host
    /// iterates once at a time. A slow host gets the newest state of each widget. Without `widgets` these are
    /// all of this user. An iteration throws `ServiceRefusal.unknownWidget` if a widget is not there.
    public func updates(of widgets: [WidgetIdentifier]? = nil) -> ServiceEvents<HostUpdate> {
        ServiceEvents {
            var session: HostSession?
            var first: [ShownWidget] = []
            var isComplete = false
            let stream = ReconnectingStream(
                HostInterface.Watch(
                    widgets: widgets?.map(\.description),
                    alwaysInView: self.isAlwaysInView ? true : nil
                ),
                of: self.service,
                lost: { (error, _) -> HostUpdate? in
                    session = nil
                    return .disconnected(error)
                },
                decode: { (reply) async throws(ClientError) -> HostUpdate? in
                    if reply.event == .session {
                        let begun = try HostSession(reply, on: self.service)
                        (session, first) = (begun, [])
                        await self.begin(begun)
                    }
                    switch reply.event {
                    case .session, .widgets:
                        for view in reply.widgets ?? [] { first.append(try ShownWidget(view)) }
                        isComplete = !(reply.more ?? false)
                        return isComplete ? .widgets(first) : nil
                    case .keepAlive: return nil
                    case .widget, .withdrawn, .removed:
                        let update = try HostUpdate(reply)
                        if isComplete { return update }
                        // The change goes into the first update, which would undo it otherwise.
                        first.apply(update)
                        return nil
                    }
                }
            )
            return { () async throws(ClientError) in
                defer { withExtendedLifetime(session) {} }
                return try await stream.next()
            }
        }
    }

    private func begin(_ session: HostSession) async {
        let surfaces = state.withLock { state in
            state.session = session
            return state.isVisible.keys
        }
        for surface in surfaces { await tell(session, of: surface) }
    }
}

extension [ShownWidget] {
    fileprivate mutating func apply(_ update: HostUpdate) {
        switch update {
        case .changed(let widget), .withdrawn(let widget):
            guard let index = firstIndex(where: { $0.id == widget.id }) else { return append(widget) }
            self[index] = widget
        case .removed(let widget): removeAll { $0.id == widget }
        case .widgets, .disconnected: break
        }
    }
}

/// The host as the service knows it, from one connection to its loss.
private final class HostSession: Sendable {
    let identifier: String
    let isSimulated: Bool
    private let calls: BackgroundConnection

    init(_ first: HostInterface.Watch.Reply, on service: WaymarkService) throws(ClientError) {
        identifier = try first.session.orViolation("the first event of a host lacks the session")
        isSimulated = first.simulated ?? false
        calls = BackgroundConnection(to: service)
    }

    /// Reports the visibility of a surface to the service.
    ///
    /// A failure does no harm: a service that is back gets all reports again, and a removed widget needs
    /// none.
    func tell(_ surface: WidgetHost.Surface, _ isVisible: Bool) async {
        switch surface {
        case .widget(let widget):
            let report = HostInterface.SetVisibility(
                widget: widget.description,
                visible: isVisible,
                session: identifier
            )
            _ = try? await calls.call(report)
        case .windows(let app):
            let report = HostInterface.SetAppVisibility(app: app, visible: isVisible, session: identifier)
            _ = try? await calls.call(report)
        }
    }
}

extension HostUpdate {
    /// Decodes the change of one widget.
    fileprivate init(_ reply: HostInterface.Watch.Reply) throws(ClientError) {
        if let widget = reply.removed.flatMap({ WidgetIdentifier($0) }) {
            self = .removed(widget)
        } else {
            let widget = try ShownWidget(try reply.widget.orViolation("an event of a widget without it"))
            self = reply.event == .withdrawn ? .withdrawn(widget) : .changed(widget)
        }
    }
}
