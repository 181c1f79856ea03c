import Testing

@testable import Manifests

@Suite("A mistake in a manifest")
struct MistakeTests {
    private func reading(_ text: String) -> ManifestReading {
        ManifestReading(Array(text.utf8), from: "m.app", fileName: "org.example.Weather.app")
    }

    private func mistakes(inPurpose text: String) -> [ManifestMistake] {
        reading(MistakeTable.good.replacing(/AlwaysPurpose=.*/, with: "AlwaysPurpose=\(text)")).mistakes
    }

    @Test("is reported with its line and correction", arguments: MistakeTable.rows)
    func mistakes(row: MistakeTable.Row) {
        var lines = MistakeTable.good.split(separator: "\n").map(String.init)
        for (number, line) in row.lines { lines[number - 1] = line }
        let reading = self.reading(lines.joined(separator: "\n"))
        #expect(reading.mistakes.map(\.description) == row.expected.map { "m.app:\($0)" })
        #expect((reading.manifest == nil) == reading.mistakes.contains { $0.severity == .error })
    }

    @Test(
        "of quoting is one only where both marks are a pair, around something",
        arguments: [
            ("“Warns you.”", true), ("„Warns you.“", true), ("'Warns you.'", true), ("\"Warns\" you.", false),
            ("'", false), ("“Warns you.\"", false),
        ]
    )
    func quotes(text: String, isMistake: Bool) {
        let found = mistakes(inPurpose: text)
        #expect(found.count == (isMistake ? 1 : 0) && found.allSatisfy { $0.severity == .warning })
    }

    @Test(
        "is a character that moves its neighbours or that nobody sees, but no joiner or mark of direction",
        arguments: [
            (0x2028, true), (0x202E, true), (0x2066, true), (0x7F, true), (0xAD, true), (0x200B, true),
            (0xFEFF, true), (0x206F, true), (0x1D173, true), (0xE0041, true),
            (0x061C, false), (0x200C, false), (0x200D, false), (0x200E, false), (0x202F, false),
        ] as [(UInt32, Bool)]
    )
    func garbling(code: UInt32, isMistake: Bool) throws {
        let character = try Character(#require(Unicode.Scalar(code)))
        #expect(mistakes(inPurpose: "Warns\(character)you.").count == (isMistake ? 1 : 0))
    }

    private func messages(_ bytes: [UInt8]) -> [String] {
        ManifestReading(bytes, from: "m.app", fileName: nil).mistakes.map(\.description)
    }

    @Test("of encoding is reported")
    func encoding() {
        let marked = MistakeTable.good.replacing("Stürmen", with: "St\u{1}rmen")
        let latin1 = messages(marked.utf8.map { $0 == 1 ? 0xFC : $0 })
        #expect(latin1 == ["m.app:8: error: the line is not UTF-8; save the file in that encoding"])
        let pairs = MistakeTable.good.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(messages([0xFF, 0xFE] + pairs) == ["m.app: error: the file is UTF-16; save it as UTF-8"])
    }

    @Test("of size is reported without parsing the file")
    func size() {
        let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: ManifestReading.sizeLimit + 1)
        #expect(messages(bytes) == ["m.app: error: larger than 262144 bytes, the limit for a manifest"])
    }

    @Test("is one of at most a hundred, of which the first are listed")
    func many() {
        let reading = self.reading(MistakeTable.good + "\n" + String(repeating: "x\n", count: 5000))
        #expect(reading.manifest == nil && reading.mistakes.count == 101)
        let last = "m.app: error: too many mistakes; only about the first 100 are listed"
        #expect(reading.mistakes.last?.description == last)
    }

    @Test("is not hidden by many warnings")
    func warnings() {
        let warnings = (0..<300).map { "[TemporaryAccuracy k\($0)]\nPurpose='x'" }
        let reading = self.reading(MistakeTable.good + "\n" + warnings.joined(separator: "\n") + "\nx=1")
        #expect(reading.manifest == nil)
        #expect(reading.mistakes.count { $0.severity == .warning } == 100)
        #expect(reading.mistakes.count { $0.severity == .error } == 1)
    }

    @Test(
        "does not slow reading down, whatever it is",
        .timeLimit(.minutes(10)),
        arguments: [
            "x\n", "[a]\n", "[App]\n", "k=v\n", "[App]\nx=1\n", "x ;=\n", "[x ;]\n",
            "[TemporaryAccuracy a]\nPurpose=\n", "[App]\nName[aa]=x\n",
        ]
    )
    func hostile(piece: String) {
        let text = String(repeating: piece, count: 65_536 / piece.utf8.count)
        #expect(reading(text).manifest == nil)
    }
}
