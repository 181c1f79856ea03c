import Testing
import Varlink

private let unknown = "it has a member that the protocol does not know"

@Suite("A call")
struct CallTests {
    @Test(
        "has no parameters whether they are absent, null or empty",
        arguments: [
            #"{"method":"a.b.C"}"#, #"{"method":"a.b.C","parameters":null}"#,
            #"{"method":"a.b.C","parameters":{}}"#,
            #"{"method":"a.b.C","more":false,"oneway":null,"upgrade":false}"#,
            #"{"com.example":{"trace":1},"method":"a.b.C"}"#, #"{"method":"\u0061.b.C"}"#,
        ]
    )
    func plain(_ text: String) throws {
        let call = try Call(parsing: Array(text.utf8))
        #expect(call.method == "a.b.C" && call.interfaceName == "a.b" && call.mode == .single)
        #expect(call.parameters.members.isEmpty)
    }

    @Test(
        "takes its mode from the one flag that is true",
        arguments: [("oneway", .oneway), ("more", .more), ("upgrade", .upgrade)] as [(String, Call.Mode)]
    )
    func mode(_ flag: String, _ mode: Call.Mode) throws {
        let text = #"{"method":"a.b.C","parameters": {"x": [1] , "y":"z"},"\#(flag)":true}"#
        let call = try Call(parsing: Array(text.utf8))
        #expect(call.mode == mode)
        #expect(String(decoding: call.parameters.bytes, as: UTF8.self) == #"{"x": [1] , "y":"z"}"#)
        #expect(call.parameters.members.map(\.name) == ["x", "y"])
    }

    @Test(
        "that cannot be understood ends the connection for its own reason",
        arguments: [
            ("{}", "it names no method"), (#"{"method":null}"#, "it names no method"),
            (#"{"method":5}"#, "its method is not a string"), (#"{"method":"a.b.C","foo":1}"#, unknown),
            (#"{"method":"a.b.C","com.example":1}"#, unknown),
            (#"{"method":"a.b.C","continues":true}"#, unknown),
            (#"{"method":"a.b.C","parameters":[1]}"#, "its parameters are not an object"),
            (#"{"method":"a.b.C","parameters":"x"}"#, "its parameters are not an object"),
            (#"{"method":"a.b.C","more":1}"#, "its 'more' is neither true nor false"),
            (#"{"method":"a.b.C","oneway":"true"}"#, "its 'oneway' is neither true nor false"),
            (
                #"{"method":"a.b.C","more":true,"oneway":true}"#,
                "it has more than one of oneway, more and upgrade"
            ),
            ("[1]", "it is no JSON object"), ("", "it is JSON that is not complete"),
            (#"{"method":"a.b.C","method":"a.b.D"}"#, "it has two members of one name"),
            (#"{"method":"a.b.C","parameters":{"x":1,"x":2}}"#, "it has two members of one name"),
        ] as [(String, String)]
    )
    func refused(_ text: String, _ reason: String) {
        #expect(throws: CallError(reason)) { try Call(parsing: Array(text.utf8)) }
    }

    @Test("is refused in words of one line, whatever it has")
    func words() throws {
        let text = #"{"\u001b[2J\n\#(String(repeating: "x", count: 9999))":1}"#
        let error = #expect(throws: CallError.self) { try Call(parsing: Array(text.utf8)) }
        #expect(error.map { "\($0)" } == unknown)
    }
}

@Suite("A reply")
struct ReplyTests {
    @Test(
        "carries the members of its kind and no other",
        arguments: [
            (Reply.success(), "{}"), (.success(RawJSON(checked: #"{"a":1}"#)), #"{"parameters":{"a":1}}"#),
            (.partial(RawJSON(checked: #"{"a":1}"#)), #"{"parameters":{"a":1},"continues":true}"#),
            (.partial(), #"{"continues":true}"#), (.failure("a.b.C"), #"{"error":"a.b.C"}"#),
            (.failure("a.b.C", RawJSON(checked: #"{"a":1}"#)), #"{"error":"a.b.C","parameters":{"a":1}}"#),
        ]
    )
    func written(_ reply: Reply, _ text: String) {
        #expect(String(decoding: reply.message, as: UTF8.self) == text + "\0")
    }

    @Test(
        "is understood by a client",
        arguments: [
            ("{}", .success(continues: false), "{}"),
            (#"{"parameters":null,"continues":null}"#, .success(continues: false), "{}"),
            (#"{"parameters":{"a":1},"continues":true}"#, .success(continues: true), #"{"a":1}"#),
            (#"{"error":"a.b.C","parameters":{"a":1}}"#, .failure("a.b.C"), #"{"a":1}"#),
            (#"{"error":"a.b.C","com.example":{}}"#, .failure("a.b.C"), "{}"),
        ] as [(String, ReceivedReply.Outcome, String)]
    )
    func read(_ text: String, _ outcome: ReceivedReply.Outcome, _ parameters: String) throws {
        let reply = try ReceivedReply(parsing: Array(text.utf8))
        #expect(reply.outcome == outcome)
        #expect(String(decoding: reply.parameters.bytes, as: UTF8.self) == parameters)
    }

    @Test("may be 64 deep, more than a call, and no deeper")
    func depth() {
        func nested(_ depth: Int) -> [UInt8] {
            // The reply itself and its parameters are the first two levels.
            let brackets = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
            return Array("{\"parameters\":{\"a\":\(brackets)}}".utf8)
        }
        #expect(throws: Never.self) { try ReceivedReply(parsing: nested(64)) }
        #expect(throws: CallError("its JSON is nested too deeply")) { try ReceivedReply(parsing: nested(65)) }
    }

    @Test(
        "that breaks the protocol is refused",
        arguments: [
            (#"{"parameters":[]}"#, "its parameters are not an object"),
            (#"{"error":5}"#, "its error is not a string"),
            (#"{"error":"a.b.C","continues":true}"#, "it is an error, and says that it continues"),
            (#"{"continues":1}"#, "its 'continues' is neither true nor false"),
            (#"{"method":"x"}"#, unknown),
        ] as [(String, String)]
    )
    func refused(_ text: String, _ reason: String) {
        #expect(throws: CallError(reason)) { try ReceivedReply(parsing: Array(text.utf8)) }
    }
}
