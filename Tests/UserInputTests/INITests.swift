import Testing

@testable import UserInput

@Suite("An INI document")
struct INIDocumentTests {
    private func document(_ text: String, _ values: INIDocument.ValueRule) -> INIDocument {
        INIDocument(Array(text.utf8), values: values)
    }

    private func assignments(_ document: INIDocument) -> [INIDocument.Assignment] {
        document.sections.flatMap(\.assignments)
    }

    @Test("has whole values where they are texts, and ends them at a comment where comments may follow")
    func values() {
        let text = "[a]\nk = one ; two \r\nl:x=y\nm= ; three\nn=;four"
        let whole = assignments(document(text, .wholeLine)).map(\.value)
        #expect(whole == ["one ; two", "x=y", "; three", ";four"])
        #expect(assignments(document(text, .untilComment)).map(\.value) == ["one", "x=y", "", ";four"])
    }

    @Test("lists its sections, also the empty ones, with what stands behind them")
    func sections() {
        let document = document("[a]\n\n[b c] # why\n[d]k=1\nl=2", .wholeLine)
        #expect(document.sections.map(\.name) == ["", "a", "b c", "d"])
        #expect(document.sections.map(\.line) == [0, 1, 3, 4])
        #expect(document.sections.map(\.rest) == ["", "", "# why", "k=1"])
        #expect(document.sections.map(\.assignments.count) == [0, 0, 0, 1])
    }

    @Test("leaves out the section whose name it cannot read, and tells of every bad line at once")
    func faults() {
        let text = "[a]\nnone\n[b\nk=1\n[c ;d]\nk=2\n[e]\nx ;y=3\nk=4\nl\0=5"
        let document = document(text, .untilComment)
        #expect(document.faults.map(\.line) == [2, 3, 5, 8, 10])
        #expect(
            document.faults.map(\.reason) == [
                .notAnAssignment, .unclosedSection, .unclosedSection, .notAnAssignment, .zeroByte,
            ]
        )
        #expect(assignments(document).map(\.value) == ["4", "5"])
        #expect(document.sections.map(\.name) == ["", "a", "e"])
    }

    @Test("keeps the key of a line that is not UTF-8, beside the fault")
    func badCharacters() {
        let document = INIDocument(Array("[a]\nName=W".utf8) + [0xFC] + Array("rm\n[b".utf8) + [0xFC, 0x5D])
        #expect(document.faults.map(\.line) == [2, 3])
        #expect(document.faults.map(\.reason) == [.notUnicode, .notUnicode])
        #expect(assignments(document).map(\.key) == ["Name"])
        #expect(document.sections.map(\.name) == ["", "a"])
    }
}

@Suite("Reading an INI file")
struct INIReadingTests {
    private struct Target {
        var words: [String] = []
        var number: Int?
    }

    private static let settings: [INISetting<Target>] = [
        INISetting("Words", "Word", accepts: "a word", isList: true) { text, target in
            guard text != "stop" else { return .refused(because: "it comes after \(target.words.count)") }
            target.words.append(text)
            return text.isEmpty ? .notUnderstood : .accepted
        },
        INISetting(
            "Number",
            "Value",
            accepts: "a number",
            reset: { $0.number = nil },
            apply: { text, target in
                target.number = Int(text)
                return target.number == nil ? .notUnderstood : .accepted
            }
        ),
    ]

    @Test("names the line, the key and what would be right")
    func wrong() {
        var reading = INIReading(Target(), of: Self.settings)
        let text = "[Words]\nWord=a\nWord=stop\nWord=\n[Number]\nValue=x\nValue=2"
        reading.read(Array(text.utf8), from: "x")
        let read = reading
        let error = #expect(throws: INIError.self) { try read.result() }
        #expect(
            error?.problems.map(\.description) == [
                "x:3: 'Word=' does not accept 'stop': it comes after 1",
                "x:4: 'Word=' does not accept '': give a word",
                "x:6: 'Value=' does not accept 'x': give a number",
                "x:7: 'Value=' is assigned in line 6 already",
            ]
        )
    }

    @Test("remembers where each value in force was assigned")
    func origins() {
        var reading = INIReading(Target(), of: Self.settings)
        reading.read(Array("[Words]\nWord=a\nWord=b\n[Number]\nValue=1".utf8), from: "x")
        reading.read(Array("[Words]\nWord=c\n[Number]\nValue=2".utf8), from: "y")
        let words = ["b", "c", "d"].map { word in
            reading.origins.place(of: "Words", "Word") { $0 == word }
        }
        #expect(words == ["x:3: ", "y:2: ", ""])
        #expect(reading.origins.place(of: "Number", "Value") == "y:4: ")
        reading.read(Array("[Number]\nValue=".utf8), from: "z")
        #expect(reading.origins.place(of: "Number", "Value") == "")
    }
}
