import Synchronization
import Testing
import Varlink

@Suite("An event for many streams")
struct EncodedEventTests {
    /// A reply that counts how often its contents are encoded.
    private struct Counted: StreamedStructure {
        static let encodings = Atomic(0)

        var sequence = 0
        var dropped: Int?

        init() {}

        init(_ json: inout JSONMembers) throws(ParameterProblem) {}

        func writeContents(_ json: inout JSONWriter) {
            Self.encodings.add(1, ordering: .relaxed)
            json.member("event", "update")
        }
    }

    @Test("is encoded once, and each stream adds its number and how much it missed")
    func once() {
        let event = EncodedEvent(Counted())
        let messages = (1...1000).map { number in
            Reply.partial(event, sequence: number, dropped: number == 7 ? 3 : nil).message
        }
        #expect(Counted.encodings.load(ordering: .relaxed) == 1)
        #expect(
            String(decoding: messages[6], as: UTF8.self)
                == #"{"parameters":{"event":"update","dropped":3,"sequence":7},"continues":true}"# + "\0"
        )
        #expect(Set(messages).count == 1000)
    }

    /// A reply with some texts.
    private struct Texts: StreamedStructure {
        var sequence = 0
        var dropped: Int?
        let texts: [String]

        init(_ texts: String...) { self.texts = texts }

        init(_ json: inout JSONMembers) throws(ParameterProblem) { texts = [] }

        func writeContents(_ json: inout JSONWriter) { json.member("texts", texts) }
    }

    @Test("has a form that other texts fill, as if it had been encoded with them")
    func form() throws {
        let blank = EventForm.blank
        let form = try #require(EventForm(Texts(blank, "a", blank), blanks: 2))
        for (first, last) in [("", "ü\"\\"), (blank, "x")] {
            let filled = Reply.partial(form.filled(with: [first, last]), sequence: 1, dropped: nil)
            let whole = Reply.partial(EncodedEvent(Texts(first, "a", last)), sequence: 1, dropped: nil)
            #expect(filled == whole)
        }
    }

    @Test("has no form if a text that stays is the same as a blank")
    func ambiguousForm() {
        #expect(EventForm(Texts(EventForm.blank, EventForm.blank), blanks: 1) == nil)
    }
}
