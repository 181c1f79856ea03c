import LinuxSystem

/// What the command line says; what it says overrides the configuration.
struct Options: Equatable {
    /// What to do.
    enum Action: Equatable {
        case serve
        case checkConfiguration
        case showHelp
        case showVersion
    }

    var action = Action.serve
    var configurationPath: String?
    var socketPath: String?
    var stateDirectory: String?
    var receivers: [String] = []
    var logLevel: String?

    private static let known: [CommandLineOptions.Option] = [
        .init(
            "config",
            letter: "c",
            argument: "FILE",
            "read FILE and FILE.d/*.conf, not /etc/waymark/waymarkd.conf"
        ),
        .init("socket", letter: "s", argument: "PATH", "listen at PATH"),
        .init("state", letter: "d", argument: "DIR", "keep the state in DIR"),
        .init("receiver", letter: "r", argument: "URL", "take fixes from URL; may be given several times"),
        .init("log-level", letter: "l", argument: "LEVEL", "error, warning, notice, info or debug"),
        .init("check", "check the configuration and exit"),
        .init("help", letter: "h", "show this help and exit"),
        .init("version", letter: "V", "show the version and exit"),
    ]

    /// Reads the arguments, without the name of the program.
    ///
    /// - Throws: ``OptionError`` that says what is wrong with them.
    init(_ arguments: [String]) throws(OptionError) {
        let line = try CommandLineOptions(Self.known).parse(arguments)
        if let operand = line.operands.first { throw .unknown(operand) }
        configurationPath = line.argument(of: "config")
        socketPath = line.argument(of: "socket")
        stateDirectory = line.argument(of: "state")
        receivers = line.options.filter { $0.name == "receiver" }.map(\.argument)
        logLevel = line.argument(of: "log-level")
        if line.has("check") { action = .checkConfiguration }
        if line.has("version") { action = .showVersion }
        if line.has("help") { action = .showHelp }
    }

    static var help: String {
        let names = known.map { option in
            (option.letter.map { "-\($0), " } ?? "    ") + "--\(option.name)"
                + (option.argument.map { " \($0)" } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        let list = zip(names, known).map { name, option in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(option.summary)"
        }
        return """
            Usage: waymarkd [OPTION]...
            Tells widgets where this machine is, when they may know and when it has really moved.

            \(list.joined(separator: "\n"))

            Receivers: gpsd://HOST[:PORT][/DEVICE]
                       serial:///dev/ttyUSB0[?speed=auto|N]
                       tcp://HOST[:PORT]
                       udp://[ADDRESS][:PORT]
                       unix:///PATH
                       file:///PATH[?speed=realtime|N|max][&loop]

            It serves in the foreground until SIGTERM or SIGINT; SIGHUP reads the configuration again.
            Exit status: 0 ended as asked, 1 failed, 2 wrong usage, 78 wrong configuration, key or state, which
            starting again cannot mend.
            """
    }
}
