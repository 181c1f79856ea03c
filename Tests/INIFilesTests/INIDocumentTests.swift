import Testing

@testable import INIFiles

@Suite("An INI document")
struct INIDocumentTests {
    private func document(_ text: String, _ values: INIDocument.ValueRule) -> INIDocument {
        INIDocument(Array(text.utf8), values: values)
    }

    @Test("has whole values where they are texts, and short ones where comments may follow")
    func values() {
        let text = "[a]\nk = one ; two \r\nl:x=y"
        #expect(document(text, .whole).assignments.map(\.value) == ["one ; two", "x=y"])
        #expect(document(text, .short).assignments.map(\.value) == ["one", "x=y"])
    }

    @Test("has whole values of any length")
    func longValues() {
        let value = String(repeating: "ä", count: 5000)
        #expect(document("[a]\nk=\(value)", .whole).assignments.map(\.value) == [value])
        #expect(document("[a]\nk=\(value)", .short).faults == [.unreadable(line: 2, limit: 199)])
    }

    @Test("lists its sections, also the empty ones, with what stands behind them")
    func sections() {
        let document = document("[a]\n\n[b c] # why\n[d]k=1\nl=2", .whole)
        #expect(document.sections.map(\.name) == ["a", "b c", "d"])
        #expect(document.sections.map(\.line) == [1, 3, 4])
        #expect(document.sections.map(\.rest) == ["", "# why", "k=1"])
        #expect(document.assignments.map(\.section) == ["d"])
    }

    @Test("does not confuse sections whose names begin alike")
    func longSections() {
        let name = String(repeating: "s", count: 60)
        let document = document("[\(name)1]\nk=1\n[\(name)2]\nk=2", .short)
        #expect(document.assignments.map(\.section) == [name + "1", name + "2"])
    }

    @Test(
        "leaves out what belongs to a section whose name it cannot read, and tells of every bad line at once"
    )
    func faults() {
        let document = document("[a]\nnone\n[b\nk=1\n[c ;d]\nk=2\n[e]\nx ;y=3\nk=4\nl\0=5", .short)
        #expect(
            document.faults == [
                .noAssignment(line: 2), .openSection(line: 3), .openSection(line: 5), .noAssignment(line: 8),
                .unreadable(line: 10, limit: 199),
            ]
        )
        #expect(document.assignments.map(\.value) == ["4"])
        #expect(document.sections.map(\.name) == ["a", "e"])
    }
}
