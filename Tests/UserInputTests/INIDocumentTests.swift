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
        #expect(
            assignments(document(text, .wholeLine)).map(\.value) == ["one ; two", "x=y", "; three", ";four"]
        )
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

    @Test(
        "leaves out what belongs to a section whose name it cannot read, and tells of every bad line at once"
    )
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
