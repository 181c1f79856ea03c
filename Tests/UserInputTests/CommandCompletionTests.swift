import Testing
import UserInput

@Suite("The completion of a command line")
struct CommandCompletionTests {
    private static let shared = [
        CommandOption("socket", letter: "s", value: .path("PATH"), "where"),
        CommandOption("format", value: .word(["human", "json"]), "how"),
    ]

    private static let program = CommandDescription(
        name: "program",
        summary: "does something",
        groups: [
            (
                "Commands",
                [
                    command("allow", "APP [never|always]", "allow it", shared + allowing),
                    command("region", "add APP NAME | remove APP... | list", "regions"),
                    command("lint", "[FILE]...", "mistakes"),
                    command("explain", "WIDGET | APP", "why"),
                ]
            )
        ],
        options: shared
    )

    private static let allowing = [
        CommandOption("user", value: .text("UID|NAME"), "who"), CommandOption("all", "everything"),
    ]

    private static func command(
        _ name: String,
        _ operands: String,
        _ summary: String,
        _ options: [CommandOption] = []
    ) -> CommandDescription {
        CommandDescription(name: name, operands: operands, summary: summary, options: options)
    }

    @Test(
        "offers commands, options, words and the values that belong to the place",
        arguments: [
            ([], ["allow", "region", "lint", "explain"], []),
            (["--"], ["--socket", "--format", "--help", "--version"], []),
            (["--format", ""], ["human", "json"], []), (["--format=j"], ["human", "json"], []),
            (["--format", "=", "j"], ["human", "json"], []), (["-s", ""], [], ["FILE"]),
            (["allow", ""], [], ["APP"]), (["allow", "org.x", ""], ["never", "always"], []),
            (["allow", "--all", ""], [], ["APP"]), (["allow", "--user", ""], [], ["UID", "NAME"]),
            (["allow", "-"], ["--socket", "--format", "--user", "--all", "--help", "--version"], []),
            (["allow", "--", "-"], [], ["APP"]), (["region", ""], ["add", "remove", "list"], []),
            (["region", "add", ""], [], ["APP"]), (["region", "add", "org.x", ""], [], ["NAME"]),
            (["region", "remove", "org.x", "org.y", ""], [], ["APP"]), (["frobnicate", ""], [], []),
        ] as [([String], [String], [String])]
    )
    func offers(words: [String], candidates: [String], values: [String]) {
        let completion = Self.program.completion(of: words)
        #expect(completion.candidates.map(\.text) == candidates && completion.values == values)
    }

    @Test("tells whoever lists values what has been typed before, also in front of the command")
    func typedBefore() {
        let line = Self.program.completion(of: ["-s", "/x", "allow", "org.x", "--format", "json", ""]).line
        #expect(line.value(of: "socket") == "/x" && line.value(of: "format") == "json")
        #expect(line.operands == ["org.x"])
    }

    @Test(
        "is printed for a shell: what begins like the last word, with its purpose, and whether files fit",
        arguments: [
            (["--complete", "l"], "lint\tmistakes"), (["--complete", "--format=h"], "--format=human"),
            (["--complete", "--format", "="], "human\njson"), (["--complete", "lint", ""], "/"),
            (["--complete", "explain", "w"], "w1\tthe first"), (["--complete", "x"], ""),
        ] as [([String], String)]
    )
    func printed(arguments: [String], text: String) {
        let answer = Self.program.answer(toTool: arguments) { value, _ in
            value == "WIDGET" ? [.init("w1", "the first"), .init("x1")] : []
        }
        #expect(answer == text)
    }
}
