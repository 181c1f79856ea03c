import LinuxSystem
import LocationModel
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@testable import Board

@Suite("What the board shows")
struct BoardContentTests {
    private typealias Watch = HostInterface.Watch

    private func view(_ name: String, _ text: String = "here") -> HostInterface.WidgetView {
        HostInterface.WidgetView(
            widget: name,
            app: "org.example.app",
            kind: "where",
            user: 0,
            family: .small,
            status: .fix,
            entry: .init(date: "2026-01-01T00:00:00Z", content: RawJSON(["text": text]))
        )
    }

    private func session(_ views: [HostInterface.WidgetView], more: Bool? = nil) -> Watch.Reply {
        Watch.Reply(sequence: 1, event: .session, session: "s1", widgets: views, more: more)
    }

    @Test("is complete when the service has named all widgets, in its pieces")
    func pieces() {
        var content = BoardContent()
        #expect(content.apply(session([view("w1")], more: true)) == [.widgets, .widget("w1")])
        let rest = Watch.Reply(sequence: 2, event: .widgets, widgets: [view("w2")])
        #expect(content.apply(rest) == [.widgets, .widget("w2"), .service])
        #expect(content.order == ["w1", "w2"] && content.subjects.count == 8)
    }

    @Test("is in the order that the person wants, and what is new comes last")
    func arranged() throws {
        var content = BoardContent()
        _ = content.apply(session([view("w1"), view("w2"), view("w3")]))
        let layout = BoardLayout(["w3", "w9", "w1"])
        #expect(try BoardLayout(json: layout.json) == layout)
        content.layout = layout
        #expect(content.subjects.prefix(4) == [.widgets, .widget("w3"), .widget("w1"), .widget("w2")])
        for names in [["w1", "w1"], ["w1\nw2"], [""], ["../w1"], (0...512).map { "w\($0)" }] {
            #expect(throws: ParameterProblem.self) { try BoardLayout(json: BoardLayout(names).json) }
        }
    }

    @Test("keeps its widgets over a restart until the service has named those that are there now")
    func restart() {
        var content = BoardContent()
        _ = content.apply(session([view("w1"), view("w2")]))
        _ = content.apply(session([view("w2", "there")], more: true))
        #expect(content.order == ["w1", "w2"])
        let rest = Watch.Reply(sequence: 2, event: .widgets, widgets: [view("w3")])
        #expect(content.apply(rest) == [.widgets, .widget("w3"), .service])
        #expect(content.order == ["w2", "w3"])
        #expect(content.apply(session([view("w2", "there"), view("w3")])) == [.service])
        #expect(content.event(about: .widget("w1")) == nil)
    }

    @Test("keeps a widget that is placed, and loses one that is removed, while the others still arrive")
    func meanwhile() {
        var content = BoardContent()
        _ = content.apply(session([view("w1")], more: true))
        _ = content.apply(Watch.Reply(sequence: 2, event: .widget, widget: view("w9")))
        _ = content.apply(Watch.Reply(sequence: 3, event: .removed, removed: "w1"))
        _ = content.apply(Watch.Reply(sequence: 4, event: .widgets, widgets: [view("w2")]))
        #expect(content.order == ["w9", "w2"])
    }

    @Test("is an event of one line, whatever a provider puts between the tokens of its JSON")
    func lines() throws {
        var content = BoardContent()
        var widget = view("w1")
        widget.entry?.content = RawJSON(checked: "{\"text\":\n\r\n\"a\\nb\"}")
        _ = content.apply(session([widget]))
        let text = String(decoding: try #require(content.event(about: .widget("w1"))), as: UTF8.self)
        #expect(text.hasPrefix("event: widget\ndata: {") && text.hasSuffix("}\n\n"))
        #expect(text.split(separator: "\n").count == 2 && !text.contains("\r"))
    }

    @Test("has the questions to its own user until they have ended")
    func questions() {
        let user = Int(ProcessIdentity.effectiveUserID)
        func prompt(_ name: String, of user: Int) -> SettingsInterface.Prompt {
            SettingsInterface.Prompt(
                prompt: name,
                app: "org.example.app",
                user: user,
                name: "App",
                question: .whenInUse,
                text: "May App know?",
                choices: [.allowWhileUsing, .deny],
                askedAt: "2026-01-01T00:00:00Z"
            )
        }
        var content = BoardContent()
        typealias Agent = SettingsInterface.Agent
        let all = [prompt("p1", of: user), prompt("p0", of: user + 1)]
        let first = Agent.Reply(sequence: 1, event: .session, prompts: all)
        content.apply(first)
        // Only those of the board's own user, although root is told of everybody's.
        #expect(content.prompts.map(\.prompt) == ["p1"])
        content.apply(Agent.Reply(sequence: 2, event: .prompt, prompt: prompt("p2", of: user)))
        content.apply(Agent.Reply(sequence: 3, event: .promptEnded, ended: "p1"))
        #expect(content.prompts.map(\.prompt) == ["p2"])
    }

    @Test("is an alarm while the anchor drags, and the anchor is forgotten when it is raised")
    func anchor() throws {
        var content = BoardContent()
        var anchor = MonitorInterface.Anchor(
            rode: .init(chainMeters: 40, depthMeters: 6, bowMeters: 8),
            condition: .dragging,
            since: "2026-01-01T00:00:00Z",
            silenced: false,
            dropped: "2026-01-01T00:00:00Z",
            fitted: false,
            radiusMeters: 60,
            distanceMeters: 91
        )
        content.anchor = anchor
        func told() throws -> String {
            String(decoding: try #require(content.event(about: .anchor)), as: UTF8.self)
        }
        #expect(try told().contains(#""alarm":true,"down":true"#))
        #expect(try told().contains("the anchor drags: 91 m away"))
        anchor.silenced = true
        content.anchor = anchor
        #expect(try told().contains(#""alarm":false,"down":true"#))
        content.anchor = nil
        #expect(try told().contains(#""down":false"#))
    }
}
