import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import WaymarkInterfaces

/// Watches widgets for a bar or a person, through restarts of the service.
final class WatchLoop {
    /// The time for which the last state is shown after the service went away, so that a restart causes no
    /// flicker.
    private static let grace: Duration = .seconds(5)

    /// The longest time for an answer about a widget's visibility; nothing is shown meanwhile.
    private static let answerTime: Duration = .seconds(5)

    private let output: BarOutput
    private let service: Service

    /// The named widgets; all of the caller's if there are neither names nor placements.
    private let widgets: [String]

    /// The kinds of which to place a widget, or to find the one placed before.
    private let placements: [WatchedWidgets.Placement]
    private let key: String

    /// Whether the surface on which the widgets are shown is always in view.
    private let isAlwaysInView: Bool

    /// Whether the widgets are in view as long as the program runs.
    private let isVisible: Bool
    private var watched = WatchedWidgets()
    private var session: String?

    /// The widgets that the session has reported in view.
    private var inView: Set<String> = []

    /// Whether somebody is at the session, as a bar is in view only then; `nil` where that does not matter.
    private let presence: SessionPresence?

    /// The widgets shown for placements whose kind no provider has registered yet, which are tried again.
    private var missing: [BarWidget] = []
    private var pauses = BackOff(first: .milliseconds(100))
    private var placesAt: ContinuousClock.Instant?

    /// The problem to show instead of widgets, and the time from which it is shown.
    private var problem: (shown: BarWidget, from: ContinuousClock.Instant)? = (.waiting, .now)

    private var lastShown: [BarWidget] = []
    private var hasTold = false

    init(_ line: ParsedCommandLine, _ output: BarOutput, _ service: Service) throws {
        (self.output, self.service) = (output, service)
        widgets = line.operands
        placements = try line.values(of: "place").map { try .init($0, from: "--place \($0)") }
        key = line.value(of: "key") ?? output.format.rawValue
        watched.onlyMostRelevant = line.has("most-relevant")
        isAlwaysInView = line.has("always-in-view")
        isVisible = line.has("visible") || isAlwaysInView
        let isBar = output.format != .human && output.format != .json
        presence = isBar && !isVisible ? SessionPresence() : nil
    }

    /// Runs until the process receives a signal or the reader of its output is gone.
    func run() throws {
        let waiter = try output.begin()
        defer { output.end() }
        if output.format != .human { try show(at: .now) }
        let link = ServiceLink(try self.watch(), to: service.path, waiter.poller)
        // A person wants to know at once that there is no service; a bar waits for it.
        if output.format == .human { try link.connect() } else { link.open() }
        var now = ContinuousClock.now
        repeat {
            now = .now
            output.readSignals(waiter)
            presence?.update()
            while let step = try link.step(retryingAfter: mayPass) {
                try take(step)
                guard try waiter.mayContinue() else { return }
            }
            if placeMissing() {
                link.reopen()
                continue
            }
            try reportVisibility(waiter)
            try show(at: now)
        } while try waiter.wait(
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
        error.isUnreachable || !placements.isEmpty && error.isNotFound
    }

    private func watch() throws(ClientError) -> HostInterface.Watch {
        var names = widgets
        var failure: ClientError?
        (missing, placesAt) = ([], nil)
        for placement in placements {
            do throws(ClientError) { names.append(try place(placement.app, placement.kind)) } catch {
                guard error.isNotFound else { throw error }
                missing.append(BarWidget(error, of: placement))
                failure = error
            }
        }
        if names.isEmpty, let failure { throw failure }
        if !missing.isEmpty { placesAt = .now + pauses.next() }
        watched.names = names
        return HostInterface.Watch(
            widgets: names.isEmpty ? nil : names,
            alwaysInView: isAlwaysInView ? true : nil
        )
    }

    private func place(_ app: String, _ kind: String) throws(ClientError) -> String {
        try service.call(HostInterface.Place(app: app, kind: kind, key: key)).value.widget
    }

    /// Tries again to place the missing widgets once it is time; returns whether a kind is known now.
    private func placeMissing() -> Bool {
        guard let time = placesAt, time <= .now else { return false }
        placesAt = .now + pauses.next()
        guard missing.contains(where: { (try? place($0.app, $0.kind)) != nil }) else { return false }
        pauses.reset()
        return true
    }

    private func take(_ step: ServiceLink<HostInterface.Watch>.Step) throws {
        switch step {
        case .reply(let reply):
            if let name = reply.value.session { (session, inView) = (name, []) }
            watched.apply(reply.value)
            if watched.isComplete { problem = nil }
            if let removed = reply.value.removed { inView.remove(removed) }
            // A person sees each change, however fast they come.
            if output.format == .human { try show(at: .now) }
        case .lost(let error):
            (session, inView) = (nil, [])
            problem = (BarWidget(error), .now + Self.grace)
            if output.format == .human { error.complain() }
        case .unopened(let error):
            // While the grace lasts, the last state is still shown; not in place of a text of the service, such as that
            // no provider has registered the kind.
            problem = (BarWidget(error), error.isUnreachable ? problem?.from ?? .now : .now)
        }
    }

    private func reportVisibility(_ waiter: EventWaiter) throws {
        guard let session else { return }
        let isInView = isVisible || presence?.isAttended == true && !output.isHidden
        let wanted = isInView ? Set(watched.views.map(\.widget)) : []
        for widget in inView.symmetricDifference(wanted).sorted() {
            let isVisible = wanted.contains(widget)
            let call = HostInterface.SetVisibility(widget: widget, visible: isVisible, session: session)
            do throws(ClientError) { _ = try service.call(call, within: Self.answerTime) } catch {
                // A session that ended, or a widget that was removed meanwhile: the stream tells it.
                if error.isUnreachable { return }
                if Failure(error).kind == .refused { Output.complain("waymarkctl: \(error.message)") }
            }
            if isVisible { inView.insert(widget) } else { inView.remove(widget) }
            // With many widgets or a busy service, this takes a while.
            guard try waiter.mayContinue() else { return }
        }
    }

    // MARK: Printing

    private func show(at now: ContinuousClock.Instant) throws {
        let isCurrent = problem == nil && watched.isComplete
        var shown = isCurrent ? watched.shown + missing : lastShown
        if let problem {
            guard problem.from <= now else { return }
            shown = [problem.shown]
        }
        defer { lastShown = shown }
        guard output.format == .human else { return try output.show(shown, isCurrent ? watched.views : nil) }
        guard isCurrent else { return }
        if shown.isEmpty, !hasTold { try output.screen.line("no widgets") }
        hasTold = true
        for widget in shown where !lastShown.contains(widget) {
            try output.screen.line(widget.forPeople(on: output.screen))
        }
    }
}

extension BarWidget {
    /// The state before the service has told anything.
    fileprivate static let waiting = BarWidget(status: WidgetCondition.waiting.rawValue)

    fileprivate init(_ error: ClientError, of placement: WatchedWidgets.Placement? = nil) {
        self.init(
            status: error.isUnreachable ? "unreachable" : Self.waiting.status,
            advice: error.message,
            app: placement?.app ?? "",
            kind: placement?.kind ?? ""
        )
    }

    fileprivate func forPeople(on output: Output) -> String {
        if status == "removed" { return "\(widget)  removed" }
        let colour: Output.Colour =
            switch WidgetCondition(rawValue: status) {
            case .ready, .fix: .green
            case .unavailable: .yellow
            case .denied: .red
            case .waiting, nil: .faint
            }
        let name = "\(widget)  \(app)/\(kind)  \(output.coloured(status, colour))"
        guard content != nil else { return name }
        return "\(name)  \(text)" + (detail.map { " - \($0.harmless)" } ?? "")
    }
}
