import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@Suite("Parameters of a call")
struct ParameterTests {
    private func read<Parameters: MethodParameters>(_ type: Parameters.Type, _ text: String) throws
        -> Parameters
    {
        try Parameters(parameters: text.isEmpty ? .empty : JSONObject(Array(text.utf8)))
    }

    @Test("come back as they were written, absent members left out")
    func roundTrip() throws {
        let call = HostInterface.Place(app: "org.example.Weather", kind: "here")
        let text = String(decoding: call.json, as: UTF8.self)
        #expect(text == #"{"app":"org.example.Weather","kind":"here"}"#)
        #expect(try read(HostInterface.Place.self, text) == call)
    }

    @Test(
        "name the one at fault",
        arguments: [
            (#"{"app":"a"}"#, "kind"), (#"{"app":"a","kind":5}"#, "kind"),
            (#"{"app":"a","kind":"k","bogus":1}"#, "bogus"),
            (#"{"app":"a","kind":"k","user":"me"}"#, "user"),
            (#"{"app":"a","kind":"k","user":1.5}"#, "user"),
            (#"{"app":"a","kind":"k","user":-9223372036854775809}"#, "user"),
            (#"{"app":null,"kind":"k"}"#, "app"), ("", "app"),
        ]
    )
    func fault(_ text: String, _ parameter: String) {
        #expect(throws: ParameterProblem(parameter: parameter)) { try read(HostInterface.Place.self, text) }
    }

    @Test(
        "name the one at fault inside a list",
        arguments: [
            (#"[{"date":"x","content":{}},{"date":1}]"#, "entries[1].date"),
            (#"[{"date":"x"}]"#, "entries[0].content"),
            (#"[{"date":"x","content":[]}]"#, "entries[0].content"),
            (#"[{"date":"x","content":{}},null]"#, "entries[1]"), ("{}", "entries"),
        ]
    )
    func nested(_ entries: String, _ parameter: String) {
        let text = #"{"session":"s","request":"r","policy":"never","entries":\#(entries)}"#
        #expect(throws: ParameterProblem(parameter: parameter)) {
            try read(WidgetsInterface.DeliverTimeline.self, text)
        }
    }

    @Test("may be null where they may be absent")
    func null() throws {
        #expect(try read(HostInterface.Place.self, #"{"app":"a","kind":"k","user":null}"#).user == nil)
    }
}

@Suite("A reply")
struct ReplyTests {
    @Test("is read whatever else the service says in it")
    func unknownMembers() throws {
        let reply = try HostInterface.Place.Reply(json: Array(#"{"widget":"w1","colour":[{}]}"#.utf8))
        #expect(reply.widget == "w1")
    }

    @Test("with a word that is not known names the member, and no other reply suffers")
    func unknownWord() throws {
        let text =
            #"{"sequence":1,"event":"session","widgets":[{"app":"a","family":"small","kind":"k","status":"lazy","user":1,"#
            + #""widget":"w"}]}"#
        #expect(throws: ParameterProblem(parameter: "widgets[0].status")) {
            try HostInterface.Watch.Reply(json: Array(text.utf8))
        }
    }

    @Test("that is no JSON names nothing", arguments: ["{", "[]", #"{"widget":"w",}"#, #"{"a":1,"a":2}"#])
    func noJSON(_ text: String) {
        #expect(throws: ParameterProblem(parameter: "")) {
            try HostInterface.Place.Reply(json: Array(text.utf8))
        }
    }

    @Test(
        "keeps a foreign object byte for byte",
        arguments: [
            "{}",
            #"{ "a" : 123456789012345678901234567890, "b":1.50e+03,"# + "\r\n\t"
                + #""c":[ null , "\u00e9\/" ] }"#,
            #"{"z":1,"a":{"z":{},"a":0.1000}}"#,
        ]
    )
    func foreign(_ content: String) throws {
        let rest = #""family":"small","kind":"k","status":"fix","user":0,"widget":"w""#
        let text = #"{"entry": {"date":"d" , "content" :  \#(content) },"app":"a",\#(rest)}"#
        let view = try HostInterface.WidgetView(json: Array(text.utf8))
        #expect(view.entry?.content.text == content)
        let written = String(decoding: view.json, as: UTF8.self)
        #expect(written == #"{"app":"a","entry":{"content":\#(content),"date":"d"},\#(rest)}"#)
    }
}
