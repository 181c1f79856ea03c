import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Command {
    static let monitor = Command(
        name: "monitor",
        summary: "watch fix, receivers, apps, widgets and decisions on the whole terminal",
        operands: "",
        details: """
            Keys: q quits, the arrows, Page Up, Page Down, Home and End scroll, Tab switches between the halves, p
            pauses.

            It only looks on: it turns no receiver on, and no widget comes into view. Without a terminal, 'journal
            --follow' and 'receivers --watch' print lines.
            """
    ) { invocation in
        guard !invocation.isForMachines, TerminalScreen.isPossible else {
            throw Failure.usage(
                "monitor is for people at a terminal; else use 'journal --follow' or 'receivers --watch'"
            )
        }
        try FullScreenMonitor(invocation).run()
    }
}

/// Runs `waymarkctl monitor` on the whole terminal: a stream brings the decisions, and calls the state, once a second.
final class FullScreenMonitor {
    /// The longest time that the service may take to answer; the screen stands still meanwhile.
    private static let answerTime: Duration = .seconds(5)

    private let service: Service
    private let output: Output
    private let waiter: EventWaiter
    private let screen: TerminalScreen
    private let link: ServiceLink<InspectInterface.WatchDecisions>
    private var asksAgain: ContinuousClock.Instant = .now
    private var view = MonitorView()
    private var content = MonitorContent()

    /// The content on the screen, which a pause keeps.
    private var shown = MonitorContent()

    /// Connects to the service, which must be there at the start, and takes over the terminal.
    init(_ invocation: Invocation) throws {
        service = invocation.service
        waiter = try EventWaiter(alsoFor: [SIGWINCH])
        let watch = InspectInterface.WatchDecisions(limit: MonitorContent.decisionLimit)
        link = ServiceLink(watch, to: service.path, waiter.poller)
        try link.connect()
        output = Output(isUTC: invocation.output.isUTC, mayColour: false)
        screen = try TerminalScreen(isColoured: invocation.output.isColoured)
    }

    func run() throws {
        repeat {
            if !waiter.drainSignals().isEmpty { screen.adoptSize() }
            while let key = screen.nextKey() {
                guard view.press(key, page: max(1, screen.rows / 2 - 1)) else { return }
            }
            while let step = try link.step() {
                switch step {
                case .reply(let reply):
                    content.problem = nil
                    content.add(reply.value)
                case .lost(let error), .unopened(let error): content.problem = error.message
                }
                guard try waiter.mayContinue() else { return }
            }
            if asksAgain <= .now {
                asksAgain = .now + .seconds(1)
                if content.problem == nil { try takeSnapshot() }
            }
            if !view.isPaused { shown = content }
            draw()
        } while try waiter.wait(for: [STDIN_FILENO], until: min(asksAgain, link.deadline ?? asksAgain))
    }

    private func takeSnapshot() throws {
        do throws(ClientError) {
            let connection = try ServiceConnection(to: service.path)
            defer { connection.close() }
            content.snapshot = MonitorContent.Snapshot(
                status: try connection.call(InspectInterface.GetStatus(), within: Self.answerTime).value,
                apps: try connection.call(SettingsInterface.ListApps(), within: Self.answerTime).value.apps,
                widgets: try connection.call(InspectInterface.ListWidgets(), within: Self.answerTime).value
                    .widgets
            )
        } catch {
            // The stream tells whether the service is gone. If it only did not answer, it is asked again.
            guard error.isUnreachable else { throw error }
        }
    }

    // MARK: Drawing

    private func draw() {
        screen.erase()
        defer { screen.show() }
        let problem = content.problem.map {
            "NOT CONNECTED, waiting for the service; below is its last state. \($0.harmless)"
        }
        let time = view.isPaused ? "PAUSED" : output.spoken(date: UTCInstant.now.description, places: 0)
        screen.putBar(problem ?? time, row: 0, isBad: problem != nil)
        screen.putBar("q quit   arrows scroll   Tab other half   p pause", row: screen.rows - 1)
        let rows = max(0, screen.rows - 2)
        let text = MonitorText(output: output, columns: screen.columns)
        let state = shown.snapshot.map { text.state($0) } ?? []
        let decisions = text.decisions(shown.decisions)
        // A third is for decisions at least, and all that the state leaves free.
        let stateRows = min(state.count, max(0, rows - rows / 3 - 1))
        let decisionRows = max(0, rows - stateRows - 1)
        let more = state.count - stateRows
        view.limit(stateOffset: more, decisionsOffset: decisions.count - decisionRows)
        put(state.dropFirst(view.stateOffset).prefix(stateRows), from: 1)
        let scrolled = view.decisionsOffset > 0 ? ", scrolled" : ""
        let above =
            more > 0 ? "   (\(counted(more - view.stateOffset, "line")) of the upper half below)" : ""
        let hint = view.scrollsDecisions ? "   (arrows scroll here)" : above
        screen.put(ScreenLine("DECISIONS\(scrolled)\(hint)", .bold), row: 1 + stateRows)
        put(decisions.dropLast(view.decisionsOffset).suffix(decisionRows), from: 2 + stateRows)
    }

    private func put(_ lines: ArraySlice<ScreenLine>, from first: Int) {
        for (index, line) in lines.enumerated() { screen.put(line, row: first + index) }
    }
}
