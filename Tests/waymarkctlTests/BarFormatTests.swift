import CommandLineTool
import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@testable import waymarkctl

@Suite("What a bar is given")
struct BarFormatTests {
    private func view(_ content: String?, _ status: WidgetCondition = .fix)
        -> HostInterface.WidgetView
    {
        HostInterface.WidgetView(
            widget: "w7",
            app: "org.example.Weather",
            kind: "cell",
            user: 1000,
            family: .inline,
            status: status,
            entry: content.map { .init(date: "2026-11-22T05:00:00Z", content: RawJSON(checked: $0)) }
        )
    }

    private func line(
        _ format: BarFormat,
        _ content: String?,
        _ status: WidgetCondition = .fix,
        template: String? = nil
    ) throws -> String {
        let template = try template.map { try TextTemplate($0) }
        return format.line(for: [BarWidget(view(content, status))], nil, template)
    }

    private static let rain =
        #"{"text":"5° & <rain>","detail":"till \"10\"","class":["wet","fix"],"alt":"rain","percentage":80.4}"#

    @Test("is a module for Waybar, with everything escaped for Pango")
    func waybar() throws {
        #expect(
            try line(.waybar, Self.rain) == #"{"alt":"rain","class":["fix","wet"],"percentage":80,"#
                + #""text":"5° &amp; &lt;rain&gt;","tooltip":"till &quot;10&quot;"}"#
        )
        let marked = try line(.waybar, Self.rain, template: "<b>{text}</b> {percentage} %")
        #expect(marked.contains(#""text":"<b>5° &amp; &lt;rain&gt;</b> 80 %""#))
    }

    @Test("is made of the figure, the gauge and the colour where the provider gives no words for bars")
    func figures() throws {
        let battery = """
            {"value":12.50,"unit":"V","label":"Battery","icon":"battery","rows":[{"label":"Load","value":-3,"unit":"A"}],
            "gauge":{"value":11,"range":[10,14],"zones":[{"to":11.5,"tint":"red"},{"to":14,"tint":"green"}]}}
            """
        #expect(
            try line(.waybar, battery) == #"{"alt":"battery","class":["fix","tint-red"],"percentage":25,"#
                + #""text":"12.5 V","tooltip":"Battery\nLoad -3 A"}"#
        )
        #expect(try line(.line, #"{"compass":{"degrees":245.004}}"#) == "245°")
    }

    @Test(
        "has no markup of a widget, also where an accent follows a mark",
        arguments: [BarFormat.waybar, .i3bar]
    )
    func accents(format: BarFormat) throws {
        let content = "{\"text\":\"1 <\u{338} 2 &\u{301} x\",\"detail\":\"<\u{338}b>\"}"
        let scalars = try line(format, content, template: "{text} {detail}").unicodeScalars
        #expect(!scalars.contains("<") && !scalars.contains(">"))
        #expect(scalars.count { $0 == "&" } == (format == .waybar ? 6 : 4))
    }

    @Test("is a block for i3bar, whose text is markup only if a template may have some")
    func i3bar() throws {
        func block(_ text: String, _ markup: String = "") -> String {
            #"[{"full_text":"\#(text)","instance":"w7",\#(markup)"name":"org.example.Weather/cell"}],"#
        }
        #expect(try line(.i3bar, Self.rain) == block("5° & <rain>"))
        let marked = try line(.i3bar, Self.rain, template: "<i>{text}</i>")
        #expect(marked == block("<i>5° &amp; &lt;rain&gt;</i>", #""markup":"pango","#))
        #expect(BarFormat.i3bar.beginning == "{\"version\":1,\"stop_signal\":10,\"cont_signal\":12}\n[")
    }

    @Test("is a line of plain text for others, without what could do harm")
    func line() throws {
        #expect(try line(.line, Self.rain) == "5° & <rain>")
        let braced = try line(.line, Self.rain, template: "{{{text}}} ({detail})")
        #expect(braced == #"{5° & <rain>} (till "10")"#)
        #expect(try line(.line, #"{"text":"a\u001b[2J\nb"}"#) == "a [2J b")
    }

    @Test(
        "is a line without tags of bars in the text of others, which could run commands",
        arguments: [
            ("%{A1:reboot:}x%{A}", nil, "% {A1:reboot:}x% {A}"), ("%{\u{301}F#f00}", nil, "% {\u{301}F#f00}"),
            ("%\u{200B}{A1:reboot:}", nil, "% {A1:reboot:}"),
            ("#[fg=red]#(reboot)", nil, "# [fg=red]# (reboot)"),
            ("<action=`reboot`>x</action>", nil, "< action=`reboot`>x</action>"),
            ("{A1:reboot:}", "%{{F#f00}}100%{text}", "%{F#f00}100% {A1:reboot:}"),
            ("%", "{text}{detail}", "% {A1:reboot:}"),
            ("80 % <rain>, #1", "<fc=red>{text}", "<fc=red>80 % <rain>, #1"),
        ] as [(String, String?, String)]
    )
    func tags(text: String, template: String?, line expected: String) throws {
        let content = #"{"text":\#(String(decoding: text.json, as: UTF8.self)),"detail":"{A1:reboot:}"}"#
        let line = try line(.line, content, template: template)
        #expect(Array(line.unicodeScalars) == Array(expected.unicodeScalars), "\(line)")
    }

    @Test("is the state in a word while there is nothing else")
    func status() throws {
        #expect(try line(.line, nil, .waiting) == "waiting")
        #expect(try line(.waybar, nil, .denied).contains(#""class":["denied"]"#))
    }

    @Test("says what to do where the person has not allowed the location, but not in the text")
    func advice() throws {
        let advice = "waymarkctl authorize org.example.Weather when-in-use --widgets yes"
        #expect(try line(.waybar, #"{"text":"?"}"#, .denied).contains(advice))
        #expect(try line(.line, #"{"text":"?"}"#, .denied, template: "{text}{detail}") == "?")
        #expect(try !line(.waybar, #"{"text":"?"}"#, .unavailable).contains("tooltip"))
    }

    @Test("is all of it for programs, with what the service told")
    func json() throws {
        let view = view(#"{"text":"5°","class":"cold"}"#)
        #expect(
            BarFormat.json.line(for: [BarWidget(view)], [view], nil)
                == #"{"alt":"fix","class":["fix","cold"],"status":"fix","text":"5°","widgets":["#
                + #"{"app":"org.example.Weather","entry":{"content":{"text":"5°","class":"cold"},"#
                + #""date":"2026-11-22T05:00:00Z"},"family":"inline","kind":"cell","status":"fix","user":1000,"widget":"w7"}]}"#
        )
        #expect(BarFormat.json.line(for: [], nil, nil) == #"{"class":[],"status":"waiting","text":""}"#)
    }

    @Test("joins several widgets")
    func several() {
        let shown = [#"{"text":"5°","detail":"cold"}"#, #"{"text":"Bar","detail":"300 m","class":"near"}"#]
            .map { BarWidget(view($0)) }
        #expect(BarFormat.line.line(for: shown, nil, nil) == "5°  Bar")
        #expect(
            BarFormat.waybar.line(for: shown, nil, nil)
                == #"{"alt":"fix","class":["fix","near"],"text":"5°  Bar","tooltip":"cold\n300 m"}"#
        )
    }

    @Test("cannot be made of a template with a mistake", arguments: ["{txt}", "{", "}", "a{text", "{text}}"])
    func badTemplate(_ template: String) {
        #expect(throws: Failure.self) { try TextTemplate(template) }
    }
}
