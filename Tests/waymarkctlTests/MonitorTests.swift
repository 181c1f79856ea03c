import CommandLineTool
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@testable import waymarkctl

@Suite("The monitor's content and view")
struct MonitorTests {
    private static func widget(_ name: String, leaves: Double? = nil, reload: Double? = nil)
        -> InspectInterface.Widget
    {
        InspectInterface.Widget(
            widget: name,
            app: "org.example.weather",
            kind: "today",
            user: 4_000_000,
            family: .small,
            configuration: RawJSON(checked: "{}"),
            visible: false,
            alwaysInView: false,
            inUse: leaves != nil,
            inUseForSeconds: leaves,
            nextReload: .init(waitsFor: .budget, remainingSeconds: reload, text: "in a while")
        )
    }

    private static func decision(_ number: Int, _ text: String) -> InspectInterface.Decision {
        InspectInterface.Decision(
            number: number,
            time: "2026-11-22T10:00:00Z",
            decision: "reload",
            widget: "w1",
            text: text,
            evidence: RawJSON(checked: "{}")
        )
    }

    private static func snapshot(_ widgets: [InspectInterface.Widget]) -> MonitorContent.Snapshot {
        var status = InspectInterface.GetStatus.Reply.quiet
        (status.apps, status.widgets, status.receiversReason) = (0, 250, "w1 is in view")
        return MonitorContent.Snapshot(status: status, apps: [], widgets: widgets)
    }

    @Test("shows what widgets wait for with the time that is left, and how many there are")
    func countdowns() throws {
        let state = Self.snapshot([Self.widget("w1", leaves: 50, reload: 0)])
        let text = MonitorText(output: Output(isUTC: true), columns: 100).state(state).map(\.text)
        let waits = ["w1", "for 50 s", "its budget, 0:00"]
        #expect(text.contains { line in waits.allSatisfy { line.contains($0) } })
        #expect(text.contains("WIDGETS  1 of 250"))
    }

    @Test(
        "counts down in hours, minutes and seconds, rounded up",
        arguments: [
            (0.0, "0:00"), (6.2, "0:07"), (899, "14:59"), (7511, "2:05:11"), (-4, "0:00"),
            (.infinity, "long"),
        ]
    )
    func clocks(seconds: Double, text: String) { #expect(countdown(seconds) == text) }

    @Test("says when the last significant change was, and to whom it is told where it is withheld")
    func lastSignificantChange() {
        var status = InspectInterface.GetStatus.Reply.quiet
        #expect(status.lastSignificantChangeWords == "none yet")
        status.lastSignificantChangeAgeSeconds = 120
        #expect(status.lastSignificantChangeWords == "2 min ago")
        status.lastSignificantChangeAgeSeconds = nil
        status.tellsOfMovement = false
        #expect(status.lastSignificantChangeWords == "told only to users who have authorized an app")
    }

    @Test("keeps the latest decisions, and begins again with a new stream")
    func decisions() {
        var content = MonitorContent()
        content.add(.init(sequence: 1, decisions: (1...400).map { Self.decision($0, "old") }))
        content.add(.init(sequence: 2, decisions: (401...600).map { Self.decision($0, "old") }))
        #expect(content.decisions.count == MonitorContent.decisionLimit)
        #expect(content.decisions.last?.number == 600)
        content.add(.init(sequence: 1, decisions: [Self.decision(1, "new")]))
        #expect(content.decisions.map(\.text) == ["new"])
    }

    @Test("breaks reasons into lines that fit, in narrow windows below their beginning")
    func lines() {
        let decisions = [Self.decision(1, "receivers on: w1 is in view, and wants each fix as it comes")]
        for columns in [20, 34, 60, 200] {
            let text = MonitorText(output: Output(isUTC: true), columns: columns)
            let lines = text.decisions(decisions).map(\.text)
            #expect(lines.dropFirst().allSatisfy { $0.count <= columns && $0.hasPrefix("    ") })
            let words = lines.flatMap { $0.split(separator: " ") }
            #expect(words.suffix(2) == ["it", "comes"])
        }
    }

    @Test("never shows control characters of others")
    func harmless() {
        var snapshot = Self.snapshot([])
        snapshot.status.receiversReason = "a\u{1B}]0;b"
        let text = MonitorText(output: Output(), columns: 80)
        let lines = text.state(snapshot) + text.decisions([Self.decision(1, "x\u{1B}[2J\ny")])
        #expect(lines.allSatisfy { line in line.text.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }

    @Test("obeys keys: scrolls the chosen half within its content, pauses, quits")
    func keys() {
        var view = MonitorView()
        func press(_ keys: TerminalScreen.Key...) -> Bool {
            keys.reduce(true) { $0 && view.press($1, page: 10) }
        }
        #expect(press(.down, .pageDown) && view.stateOffset == 11)
        view.limit(stateOffset: 5, decisionsOffset: -3)
        #expect(view.stateOffset == 5 && view.decisionsOffset == 0)
        #expect(press(.tab, .up, .up, .down) && view.decisionsOffset == 1)
        #expect(press(.end) && view.decisionsOffset == 0)
        #expect(press(.character("p")) && view.isPaused)
        #expect(press(.character("?"), .character(" ")) && !view.isPaused)
        #expect(!press(.character("q")))
    }
}
