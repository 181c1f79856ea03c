import Testing

@testable import Board

@Suite("A tab")
struct TabsTests {
    @Test("is told of everything at first, then of what changed, once however often it changed")
    func pending() {
        var tabs = Tabs()
        tabs.open("a", telling: [.widgets, .service])
        tabs.mark(.widget("w1"))
        tabs.mark(.widget("w1"))
        tabs.mark(.service)
        let told = (0..<3).map { _ in tabs.next(for: "a") }
        #expect(told == [.widgets, .service, .widget("w1")])
        for tab in ["a", "b"] { #expect(tabs.next(for: tab) == nil) }
    }

    @Test("has in view what it reported last, and nothing when it is gone")
    func view() {
        var tabs = Tabs()
        tabs.open("a", telling: [])
        tabs.open("b", telling: [])
        let reports: [(String, Int, [String], Bool, Bool)] = [
            ("a", 2, ["w1", "w2"], false, true), ("a", 1, [], true, false), ("c", 1, ["w4"], false, false),
            ("b", 1, ["w2", "w3"], true, true),
        ]
        for (stream, order, widgets, trace, isNew) in reports {
            let report = ViewReport(stream: stream, order: order, widgets: widgets, trace: trace)
            #expect(tabs.record(report) == isNew)
        }
        #expect(tabs.view == ["w1", "w2", "w3"] && tabs.seesTrace)
        tabs.close("b")
        #expect(tabs.view == ["w1", "w2"] && !tabs.seesTrace)
    }
}

@Suite("What the service is told of the tabs' views")
struct VisibilityLedgerTests {
    @Test("is what changed, what came into view first, and nothing before the earlier reports are made")
    func changes() {
        var ledger = VisibilityLedger()
        ledger.show(["w1"], showsApp: nil)
        #expect(ledger.next().isEmpty)
        ledger.begin("s1")
        #expect(ledger.next() == [.init(name: "w1", visible: true)])
        ledger.show(["w2"], showsApp: false)
        #expect(ledger.next().isEmpty)
        ledger.finish("s1")
        let reports = ledger.next()
        #expect(reports.map(\.name) == ["w2", "org.waymark.board", "w1"])
        #expect(reports.map(\.visible) == [true, false, false])
        ledger.finish("s1")
        #expect(ledger.next().isEmpty)
    }

    @Test("is known of the trace once the service has taken it, and no more when a session or the trace ends")
    func app() {
        var ledger = VisibilityLedger()
        ledger.show([], showsApp: false)
        for session in ["s1", "s2"] {
            ledger.begin(session)
            #expect(ledger.next() == [.init(name: "org.waymark.board", visible: false)])
            #expect(!ledger.hasToldApp)
            ledger.finish(session)
            #expect(ledger.hasToldApp)
        }
        ledger.show([], showsApp: nil)
        #expect(!ledger.hasToldApp)
        ledger.show([], showsApp: true)
        #expect(ledger.next().count == 1)
        ledger.finish("s2", isMade: false)
        #expect(!ledger.hasToldApp)
    }

    @Test("is told again when that failed, and to a restarted service, whatever the old one was not told")
    func restart() {
        var ledger = VisibilityLedger()
        ledger.begin("s1")
        ledger.show(["w1"], showsApp: true)
        #expect(ledger.next().count == 2)
        ledger.finish("s1", isMade: false)
        #expect(ledger.next().count == 2)
        ledger.begin(nil)
        ledger.finish("s1")
        #expect(ledger.next().isEmpty)
        ledger.begin("s2")
        ledger.finish("s1")
        #expect(ledger.next().map(\.name) == ["org.waymark.board", "w1"])
    }
}
