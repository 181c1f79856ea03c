import Testing
import UserInput

@Suite("A command line")
struct CommandDescriptionTests {
    private static let description = CommandDescription(
        name: "program",
        operands: "[FILE]...",
        summary: "does something",
        options: [
            .init("socket", letter: "s", value: .path("PATH"), "where"),
            .init("widgets", "also widgets"),
            .init("widget", letter: "w", value: .text("WIDGET"), "which"),
            .init("verbose", letter: "v", "more"),
            .init("limit", value: .number("NUMBER", 1...9), "how many"),
            .init("distance", value: .decimal("METERS", 0...1000), "how far"),
            .init("format", value: .word(["human", "json"]), "how"),
        ],
        details: "It needs no service."
    )

    @Test(
        "is read into options and operands, in any order and spelling",
        arguments: [
            (["a", "--socket", "/s", "b"], ["socket=/s"], ["a", "b"]), (["--socket=/s"], ["socket=/s"], []),
            (["-s/s", "-v"], ["socket=/s", "verbose="], []), (["-vs", "/s"], ["verbose=", "socket=/s"], []),
            (["--widgets", "--widget", "w1"], ["widgets=", "widget=w1"], []), (["--verb"], ["verbose="], []),
            (["--sock=/s", "--sock", "/t"], ["socket=/s", "socket=/t"], []),
            (["--", "--socket"], [], ["--socket"]), (["--socket", "--", "--", "-v"], ["socket=--"], ["-v"]),
            (["--socket=", "--widget=a=b"], ["socket=", "widget=a=b"], []),
            (["--limit", "9", "--distance=1.5"], ["limit=9", "distance=1.5"], []),
            (["--format", "json"], ["format=json"], []), (["-hV"], ["help=", "version="], []), ([], [], []),
        ]
    )
    func parse(arguments: [String], options: [String], operands: [String]) throws {
        let line = try Self.description.parse(arguments)
        #expect(line.options.map { "\($0.name)=\($0.value)" } == options)
        #expect(line.operands == operands)
    }

    @Test(
        "is refused with the argument at fault",
        arguments: [
            (["--sprocket"], "unknown option '--sprocket'; did you mean '--socket'?"),
            (["--frobnicate"], "unknown option '--frobnicate'"),
            (["a", "-x", "b"], "unknown option '-x'"), (["-vx"], "unknown option '-x'"),
            (["--widg", "w1"], "unknown option '--widg'; did you mean '--widget'?"),
            (["a", "--socket"], "option '--socket' needs an argument"),
            (["--verbose=9"], "option '--verbose' takes no argument"),
            (["--limit", "0"], "--limit 0: give a whole number from 1 to 9"),
            (["--distance=nan"], "--distance nan: give a number from 0 to 1000"),
            (["--form", "xml"], "--format xml: there are human, json"),
        ]
    )
    func refuse(arguments: [String], problem: String) {
        let error = #expect(throws: OptionError.self) { try Self.description.parse(arguments) }
        #expect(error?.description == problem)
    }

    @Test("takes negative numbers for what they are, as operands and as values")
    func negativeNumbers() throws {
        let words = ["-34.9,-56.2", "-s", "-1", "-.5", "--socket=-2", "--", "-3", "-x"]
        let line = try Self.description.parse(words)
        #expect(line.operands == ["-34.9,-56.2", "-.5", "-3", "-x"])
        #expect(line.options.map(\.value) == ["-1", "-2"])
    }

    @Test("may have a value that is joined to its option, or none")
    func optionalValue() throws {
        let description = CommandDescription(
            name: "program",
            summary: "plays",
            options: [.init("pty", letter: "p", value: .path("LINK"), isValueOptional: true, "a line")]
        )
        let without = try description.parse(["--pty", "x", "-p", "y"])
        #expect(without.values(of: "pty") == ["", ""])
        #expect(without.operands == ["x", "y"])
        let joined = try description.parse(["--pty=/tmp/x", "-p/tmp/y"])
        #expect(joined.values(of: "pty") == ["/tmp/x", "/tmp/y"])
    }

    @Test(
        "has operands of a form that the help shows",
        arguments: [
            ("", [], nil), ("", ["a"], "unexpected operand 'a'"),
            ("APP [KIND]", [], "APP is missing"), ("APP [KIND]", ["a"], nil),
            ("APP [KIND]", ["a", "b"], nil), ("APP [KIND]", ["a", "b", "c"], "unexpected operand 'c'"),
            ("UUID[,MAJOR[,MINOR]]", [], "UUID[,MAJOR[,MINOR]] is missing"),
            ("[on|off]", [], nil), ("[on|off]", ["on"], nil),
            ("[on|off]", ["up"], "'up' is not valid; use on or off"),
            ("[FILE]...", ["a", "b", "c"], nil), ("APP...", [], "APP is missing"),
            ("add APP NAME | stop APP... | list", ["ad"], "'ad' is not valid; use add, stop or list"),
            ("add APP NAME | stop APP... | list", ["add", "a"], "NAME is missing"),
            ("add APP NAME | stop APP... | list", ["stop", "a", "b"], nil),
            ("add APP NAME | stop APP... | list", ["list", "a"], "unexpected operand 'a'"),
        ] as [(String, [String], String?)]
    )
    func operands(form: String, operands: [String], problem: String?) {
        let description = CommandDescription(name: "command", operands: form, summary: "acts", options: [])
        do throws(OptionError) {
            try description.check(operands)
            #expect(problem == nil)
        } catch { #expect("\(error)" == problem) }
    }

    @Test("asks for help or the version in the same way everywhere")
    func information() throws {
        let help = Self.description.help()
        for line in ["  -s, --socket PATH        where", "      --widgets            also widgets"] {
            #expect(help.contains("\n\(line)\n"))
        }
        #expect(help.hasSuffix("\n\nIt needs no service."))
        func information(_ arguments: String...) throws -> String? {
            try Self.description.information(for: Self.description.parse(arguments), version: "1.2")
        }
        #expect(try information("-h") == help)
        #expect(try information("--version", "--he") == help)
        #expect(try information("-V") == "program 1.2")
        #expect(try information("-v") == nil)
    }

    @Test("has a manual page with the paragraphs of its help, and its tables as they are")
    func paragraphs() {
        let command = CommandDescription(
            name: "show",
            summary: "shows [all]",
            options: [],
            details: "First.\n\nSecond,\nits end.\n\na  1\nb  2"
        )
        let program = CommandDescription(
            name: "program",
            operands: "COMMAND",
            summary: "does much",
            groups: [("To look", [command])],
            options: []
        )
        let expected = "Shows \\[all\\].\n\nFirst.\n\nSecond,\nits end.\n\n    a  1\n    b  2"
        #expect(program.answer(toTool: ["--manual"])?.contains(expected) == true)
    }

    @Test("has help with commands under headings, and a summary below an option that leaves it no room")
    func longHelp() {
        let words = ["allow-while-using", "allow-once"]
        let command = CommandDescription(name: "agent", summary: "asks", options: [])
        let program = CommandDescription(
            name: "program",
            operands: "COMMAND",
            summary: "does much",
            groups: [
                ("To decide", [command]),
                ("To look", [CommandDescription(name: "show", summary: "shows", options: [])]),
            ],
            options: [.init("answer", value: .word(words), "give this answer")]
        )
        #expect(
            program.help() == """
                Usage: program [OPTION]... COMMAND

                Does much.

                To decide:
                  agent  asks

                To look:
                  show   shows

                Options:
                      --answer allow-while-using|allow-once
                                 give this answer
                  -h, --help     show this help and exit
                  -V, --version  show the version and exit
                """
        )
        #expect(command.help(of: "program").hasPrefix("Usage: program agent [OPTION]...\n\nAsks.\n"))
    }
}
