import CommandLineTool
import LinuxSystem
import UserInput
import Waymark

/// Watches widgets for a bar or a person, through restarts of the service.
final class WatchLoop {
    /// How long the last state is shown after the service went away, for which a restart is no reason to flicker.
    private static let grace: Duration = .seconds(5)

    /// How long the service may take to answer that it knows a widget's visibility; nothing is shown meanwhile.
    private static let answerTime: Duration = .seconds(5)

    private let plan: WatchPlan
    private let service: Service
    private let screen: Output
    private var watched = WatchedWidgets()
    private var session: String?
    private var isSimulated = false

    /// The widgets that the session has reported in view.
    private var inView: Set<String> = []

    /// Whether somebody is at the session, as a bar is in view only then; `nil` where that does not matter.
    private let presence: SessionPresence?

    /// The placements whose kind no provider has registered yet.
    private var missing: [(placement: WatchedWidgets.Placement, shown: BarWidget)] = []
    private var placing = BackOff(first: .milliseconds(100))
    private var placesAt: ContinuousClock.Instant?

    /// What to show instead of widgets, and from when on.
    private var problem: (shown: BarWidget, from: ContinuousClock.Instant)? = (.waiting, .now)

    private var lastShown: [BarWidget] = []
    private var hasTold = false

    init(_ plan: WatchPlan, on service: Service, _ screen: Output) {
        self.plan = plan
        self.service = service
        self.screen = screen
        presence = plan.format.isForBars && !plan.isVisible ? SessionPresence() : nil
    }

    /// Runs until the process receives a signal or the reader of its output is gone.
    func run() throws {
        let patience = try plan.output.begin()
        defer { plan.output.end() }
        if plan.format != .human { try show(at: .now) }
        let link = ServiceLink(to: service.path, patience.poller, opening: open)
        // A person wants to know at once that there is no service; a bar waits for it.
        if plan.format == .human { try link.connect() } else { link.open() }
        var now = ContinuousClock.now
        repeat {
            now = .now
            plan.output.readSignals(patience)
            presence?.update()
            while let step = try link.step(retryingAfter: mayPass) {
                try take(step)
                guard try patience.lasts() else { return }
            }
            if try placeMissing() {
                link.reopen()
                continue
            }
            try reportVisibility(patience)
            try show(at: now)
        } while try patience.wait(
            for: [presence?.descriptor].compactMap(\.self),
            until: [
                link.deadline, presence?.deadline, placesAt,
                problem.flatMap { $0.from > now ? $0.from : nil },
            ]
            .compactMap(\.self).min()
        )
    }

    // MARK: The service

    /// Returns whether the service, or a provider of a kind to place, may still come.
    private func mayPass(_ error: ClientError) -> Bool {
        error.isUnreachable || !plan.placements.isEmpty && error.isNotFound
    }

    private func open() throws(ClientError) -> ServiceStream<HostInterface.Watch> {
        var names = plan.widgets
        var failure: ClientError?
        missing = []
        for placement in plan.placements {
            do throws(ClientError) {
                names.append(try place(placement))
            } catch {
                guard error.isNotFound else { throw error }
                missing.append((placement, .waiting(for: placement, error)))
                failure = error
            }
        }
        if names.isEmpty, let failure { throw failure }
        placesAt = missing.isEmpty ? nil : .now + placing.next()
        watched.names = names
        return try service.stream(
            HostInterface.Watch(
                widgets: names.isEmpty ? nil : names,
                alwaysInView: plan.isAlwaysInView ? true : nil
            )
        )
    }

    private func place(_ placement: WatchedWidgets.Placement) throws(ClientError) -> String {
        let call = HostInterface.Place(app: placement.app, kind: placement.kind, key: plan.key)
        return try service.call(call).value.widget
    }

    /// Tries the missing placements again once it is time; returns whether one succeeded.
    private func placeMissing() throws -> Bool {
        guard let time = placesAt, time <= .now else { return false }
        placesAt = .now + placing.next()
        for (placement, _) in missing {
            do throws(ClientError) {
                _ = try place(placement)
                placing.reset()
                return true
            } catch {
                guard error.isNotFound || error.isUnreachable else { throw error }
            }
        }
        return false
    }

    private func take(_ step: ServiceLink<HostInterface.Watch>.Step) throws {
        switch step {
        case .reply(let reply):
            if let name = reply.value.session {
                (session, inView) = (name, [])
                isSimulated = reply.value.simulated ?? false
            }
            if watched.apply(reply.value) { problem = nil }
            if let removed = reply.value.removed { inView.remove(removed) }
            // A person sees each change, however fast they come.
            if plan.format == .human { try show(at: .now) }
        case .lost(let error):
            (session, inView) = (nil, [])
            problem = (BarWidget(error), .now + Self.grace)
            if plan.format == .human { error.complain() }
        case .unopened(let error):
            // While the grace lasts, the last state is still shown; not in place of a text of the service, such as that
            // no provider has registered the kind.
            problem = (BarWidget(error), error.isUnreachable ? problem?.from ?? .now : .now)
        }
    }

    private func reportVisibility(_ patience: Patience) throws {
        guard let session else { return }
        let wanted = isInView ? Set(views.map(\.widget)) : []
        let changed = inView.symmetricDifference(wanted).sorted()
        guard !changed.isEmpty, let connection = try? ServiceConnection(to: service.path) else { return }
        defer { connection.close() }
        for widget in changed {
            let isVisible = wanted.contains(widget)
            do throws(ClientError) {
                _ = try connection.call(
                    HostInterface.SetVisibility(widget: widget, visible: isVisible, session: session),
                    within: Self.answerTime
                )
            } catch {
                // A session that ended, or a widget that was removed meanwhile: the stream tells it.
                switch Failure(error) {
                case .refused(let text): Output.complain("waymarkctl: \(text)")
                case .unreachable: return
                default: break
                }
            }
            if isVisible { inView.insert(widget) } else { inView.remove(widget) }
            // With many widgets or a busy service, this takes a while.
            guard try patience.lasts() else { return }
        }
    }

    private var views: [HostInterface.WidgetView] {
        watched.views(onlyMostRelevant: plan.showsMostRelevant)
    }

    private var isInView: Bool {
        plan.isVisible || presence?.isAttended == true && !plan.output.isHidden
    }

    // MARK: Printing

    private func show(at now: ContinuousClock.Instant) throws {
        var shown = lastShown
        if let problem {
            guard problem.from <= now else { return }
            shown = [problem.shown]
        } else if watched.isComplete {
            let widgets = watched.shown(onlyMostRelevant: plan.showsMostRelevant)
            shown = (isSimulated ? widgets.map(\.markedAsSimulated) : widgets) + missing.map(\.shown)
        }
        defer { lastShown = shown }
        guard plan.format != .human else { return try tellPerson(shown) }
        let views = watched.isComplete && problem == nil ? views : nil
        try plan.output.show(plan.format.line(for: shown, views, plan.template))
    }

    private func tellPerson(_ shown: [BarWidget]) throws {
        guard problem == nil, watched.isComplete else { return }
        if shown.isEmpty, !hasTold { try screen.line("no widgets") }
        hasTold = true
        for widget in shown where !lastShown.contains(widget) {
            try screen.line(widget.forPeople(on: screen))
        }
    }
}

extension BarWidget {
    /// What is shown before the service has told anything.
    fileprivate static let waiting = BarWidget(status: HostInterface.WidgetStatus.waiting.rawValue)

    fileprivate static func waiting(for placement: WatchedWidgets.Placement, _ error: ClientError) -> Self {
        BarWidget(status: waiting.status, advice: error.message, app: placement.app, kind: placement.kind)
    }

    fileprivate init(_ error: ClientError) {
        self.init(status: error.isUnreachable ? "unreachable" : Self.waiting.status, advice: error.message)
    }

    fileprivate func forPeople(on output: Output) -> String {
        if status == "removed" { return "\(widget)  removed" }
        let colour: Output.Colour =
            switch HostInterface.WidgetStatus(rawValue: status) {
            case .ready, .fix: .green
            case .unavailable: .yellow
            case .denied: .red
            case .waiting, nil: .faint
            }
        let name = "\(widget)  \(app)/\(kind)  \(output.coloured(status, colour))"
        guard hasContent else { return name }
        return "\(name)  \(text)" + (detail.map { " - \($0.harmless)" } ?? "")
    }
}
