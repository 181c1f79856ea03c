import Testing

@testable import UserInput

@Suite("Reading an INI file")
struct INIReadingTests {
    private struct Target {
        var words: [String] = []
        var paths = ["default"]
        var number: Int?
    }

    private static let settings: [INISetting<Target>] = [
        INISetting("Words", "Word", accepts: "a word", isList: true) { text, target in
            guard text != "stop" else { return .refused(because: "it comes after \(target.words.count)") }
            target.words.append(text)
            return text.isEmpty ? .notUnderstood : .accepted
        },
        INISetting(
            "Words",
            "Path",
            accepts: "a path",
            isList: true,
            reset: { $0.paths = [] },
            apply: { text, target in
                target.paths.append(text)
                return .accepted
            }
        ),
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

    private func problems(_ bytes: [UInt8]) -> [String] {
        var reading = INIReading(Target(), of: Self.settings)
        reading.read(bytes, from: "x")
        do {
            _ = try reading.result()
            return []
        } catch { return error.problems.map(\.description) }
    }

    @Test("applies assignments in their order, and an empty value where one is accepted")
    func order() throws {
        var reading = INIReading(Target(), of: Self.settings)
        reading.read(Array("[Words]\nWord=a\nWord=b ; two\n[Number]\nValue=".utf8), from: "x")
        let target = try reading.result()
        #expect(target.words == ["a", "b"])
        #expect(target.number == nil)
    }

    @Test("replaces a default list, and adds to those of earlier files")
    func lists() throws {
        var reading = INIReading(Target(), of: Self.settings)
        reading.read(Array("[Words]\nPath=a\nPath=b".utf8), from: "x")
        reading.read(Array("[Words]\nPath=c".utf8), from: "y")
        #expect(try reading.result().paths == ["a", "b", "c"])
    }

    @Test("names the line, the key and what would be right")
    func wrong() {
        #expect(
            problems(Array("[Words]\nWord=a\nWord=stop\nWord=\n[Number]\nValue=x\nValue=2".utf8)) == [
                "x:3: 'Word=' does not accept 'stop' here: it comes after 1",
                "x:4: 'Word=' does not accept '': give a word",
                "x:6: 'Value=' does not accept 'x': give a number",
                "x:7: 'Value=' is assigned in line 6 already",
            ]
        )
    }

    @Test("takes no line that is not UTF-8, and goes on with the next")
    func encoding() {
        let latin1 = Array("[Words]\nWord=".utf8) + [0xFC] + Array("ber\nWrod=b".utf8)
        #expect(
            problems(latin1) == [
                "x:2: the line is not UTF-8; save the file in that encoding",
                "x:3: [Words] has no key 'Wrod='; did you mean 'Word='?",
            ]
        )
    }
}
