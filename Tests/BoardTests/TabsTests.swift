import HTTP
import Testing

@testable import Board

@Suite("A tab")
struct TabsTests {
    private func tabs(_ names: String..., pending: [Subject] = []) -> Tabs {
        var tabs = Tabs()
        for (index, name) in names.enumerated() {
            tabs.tabs[.init(number: UInt64(index))] = .init(name: name, pending: pending)
        }
        return tabs
    }

    @Test("is told of what changed, once however often it changed")
    func pending() {
        var tabs = tabs("a", pending: [.widgets, .service])
        for subject in [.widget("w1"), .widget("w1"), .service] as [Subject] { tabs.mark(subject) }
        #expect(tabs.tabs[.init(number: 0)]?.pending == [.widgets, .service, .widget("w1")])
    }

    @Test("has in view what it reported last, and nothing when it is gone")
    func view() {
        var tabs = tabs("a", "b")
        let reports: [(String, Int, [String], Bool)] = [
            ("a", 2, ["w1", "w2"], false), ("a", 1, [], true), ("c", 1, ["w4"], false),
            ("b", 1, ["w2", "w3"], true),
        ]
        for (stream, order, widgets, trace) in reports {
            tabs.record(ViewReport(stream: stream, order: order, widgets: widgets, trace: trace))
        }
        #expect(tabs.view == ["w1", "w2", "w3"] && tabs.seesTrace)
        tabs.tabs[.init(number: 1)] = nil
        #expect(tabs.view == ["w1", "w2"] && !tabs.seesTrace)
    }
}

@Suite("What the service is told of the tabs' views")
struct VisibilityLedgerTests {
    @Test("is only what changed, with what came into view first, once the earlier reports are made")
    func changes() {
        var ledger = VisibilityLedger()
        #expect(ledger.next(["w1"], showsApp: nil).isEmpty)
        ledger.begin("s1")
        #expect(ledger.next(["w1"], showsApp: nil).map(\.name) == ["w1"])
        #expect(ledger.next(["w2"], showsApp: false).isEmpty)
        ledger.finish("s1")
        let reports = ledger.next(["w2"], showsApp: false)
        #expect(reports.map(\.name) == ["w2", "org.waymark.board", "w1"])
        #expect(reports.map(\.visible) == [true, false, false])
        ledger.finish("s1")
        #expect(ledger.next(["w2"], showsApp: false).isEmpty)
    }

    @Test("has told of the trace once the service took the report, until the session or the trace ends")
    func app() {
        var ledger = VisibilityLedger()
        for session in ["s1", "s2"] {
            ledger.begin(session)
            let reports = ledger.next([], showsApp: false)
            #expect(reports.map(\.name) == ["org.waymark.board"] && reports.map(\.visible) == [false])
            #expect(!ledger.hasToldApp)
            ledger.finish(session)
            #expect(ledger.hasToldApp)
        }
        #expect(ledger.next([], showsApp: nil).isEmpty && !ledger.hasToldApp)
        #expect(ledger.next([], showsApp: true).count == 1)
        ledger.finish("s2", isMade: false)
        #expect(!ledger.hasToldApp)
    }

    @Test("has what went out of view, also after a report that failed, and the trace when it ends")
    func outOfView() {
        var ledger = VisibilityLedger()
        ledger.begin("s1")
        _ = ledger.next(["w1"], showsApp: true)
        ledger.finish("s1")
        _ = ledger.next(["w2"], showsApp: nil)
        ledger.finish("s1", isMade: false)
        let reports = ledger.next(["w2"], showsApp: nil)
        #expect(reports.map(\.name) == ["w2", "org.waymark.board", "w1"])
        #expect(reports.map(\.visible) == [true, false, false])
    }

    @Test("is told again after a failure, and completely to a service that was restarted")
    func restart() {
        var ledger = VisibilityLedger()
        func next() -> [String] { ledger.next(["w1"], showsApp: true).map(\.name) }
        ledger.begin("s1")
        #expect(next().count == 2)
        ledger.finish("s1", isMade: false)
        #expect(next().count == 2)
        ledger.begin(nil)
        ledger.finish("s1")
        #expect(next().isEmpty)
        ledger.begin("s2")
        ledger.finish("s1")
        #expect(next() == ["org.waymark.board", "w1"])
    }
}
