import LinuxSystem
import Testing

@Suite("A command line")
struct CommandLineOptionsTests {
    private static let options = CommandLineOptions([
        .init("socket", letter: "s", argument: "PATH", "where"),
        .init("widgets", "also widgets"),
        .init("widget", letter: "w", argument: "WIDGET", "which"),
        .init("verbose", letter: "v", "more"),
    ])

    @Test(
        "is read into options and operands, in any order and spelling",
        arguments: [
            (["a", "--socket", "/s", "b"], ["socket=/s"], ["a", "b"]),
            (["--socket=/s"], ["socket=/s"], []),
            (["-s/s", "-v"], ["socket=/s", "verbose="], []),
            (["-vs", "/s"], ["verbose=", "socket=/s"], []),
            (["--widgets", "--widget", "w1"], ["widgets=", "widget=w1"], []),
            (["--verb"], ["verbose="], []),
            (["--", "--socket"], [], ["--socket"]),
            (["-"], [], ["-"]),
            (["--socket", ""], ["socket="], []),
            (["größe", "-v"], ["verbose="], ["größe"]),
            ([], [], []),
        ]
    )
    func parse(arguments: [String], options: [String], operands: [String]) throws {
        let parsed = try Self.options.parse(arguments)
        #expect(parsed.options.map { "\($0.name)=\($0.argument)" } == options)
        #expect(parsed.operands == operands)
    }

    @Test(
        "is refused with the argument at fault",
        arguments: [
            (["--sprocket"], OptionError.unknown("--sprocket")),
            (["a", "-x", "b"], .unknown("-x")),
            (["--widg", "w1"], .unknown("--widg")),
            (["a", "--socket"], .argumentMissing("--socket")),
            (["-s"], .argumentMissing("-s")),
            (["--verbose=9"], .argumentUnexpected("--verbose")),
        ]
    )
    func refuse(arguments: [String], error: OptionError) {
        #expect(throws: error) { try Self.options.parse(arguments) }
    }

    @Test("ends its options at the first operand if a subcommand follows")
    func endAtOperand() throws {
        let options = CommandLineOptions([.init("verbose", letter: "v", "more")], endAtOperand: true)
        let parsed = try options.parse(["-v", "command", "-v", "--other"])
        #expect(parsed.has("verbose"))
        #expect(parsed.operands == ["command", "-v", "--other"])
    }

    @Test("returns the last of several arguments of an option")
    func last() throws {
        let parsed = try Self.options.parse(["-s", "a", "-s", "b"])
        #expect(parsed.argument(of: "socket") == "b")
        #expect(parsed.argument(of: "widget") == nil)
    }

    @Test("accepts negative numbers as operands and as arguments")
    func negativeNumbers() throws {
        let parsed = try Self.options.parse([
            "-34.9,-56.2", "-s", "-1", "-.5", "--socket=-2", "--", "-3", "-x",
        ])
        #expect(parsed.operands == ["-34.9,-56.2", "-.5", "-3", "-x"])
        #expect(parsed.options.map(\.argument) == ["-1", "-2"])
    }

    @Test("accepts an optional argument only when joined to its option")
    func optionalArgument() throws {
        let options = CommandLineOptions([.init("pty", argument: "LINK", isArgumentOptional: true, "a line")])
        let without = try options.parse(["--pty", "x"])
        #expect(without.argument(of: "pty") == "")
        #expect(without.operands == ["x"])
        #expect(try options.parse(["--pty=/tmp/x"]).argument(of: "pty") == "/tmp/x")
    }
}
