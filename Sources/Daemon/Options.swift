import LinuxSystem
import UserInput

/// The options of a command line, which override the configuration.
struct Options {
    let configurationPath: String?
    let socketPath: String?
    let stateDirectory: String?
    let receivers: [String]
    let logLevel: LogLevel?

    /// Whether clients set the location, and no receiver is used.
    let isSimulated: Bool

    let isCheck: Bool

    init(_ line: ParsedCommandLine) {
        configurationPath = line.value(of: "config")
        socketPath = line.value(of: "socket")
        stateDirectory = line.value(of: "state")
        receivers = line.values(of: "receiver")
        logLevel = line.value(of: "log-level").flatMap { name in LogLevel.allCases.first { $0.name == name } }
        isSimulated = line.has("simulated")
        isCheck = line.has("check")
    }

    static let description = CommandDescription(
        name: "waymarkd",
        summary: "tells widgets where this machine is, when they may know and when it has really moved",
        options: [
            .init(
                "config",
                letter: "c",
                value: .path("FILE"),
                "read FILE and FILE.d/*.conf, not /etc/waymark/waymarkd.conf"
            ),
            .init("socket", letter: "s", value: .path("PATH"), "listen at PATH"),
            .init("state", letter: "d", value: .path("DIR"), "keep the state in DIR"),
            .init(
                "receiver",
                letter: "r",
                value: .text("URL"),
                "take fixes from URL; may be given several times"
            ),
            .init(
                "log-level",
                letter: "l",
                value: .word(LogLevel.allCases.map(\.name)),
                "the least important messages that are logged"
            ),
            .init(
                "simulated",
                "have the location that 'waymarkctl simulate' sets; needs --socket and --state"
            ),
            .init("check", "check the configuration and exit"),
        ],
        details: """
            Receivers: gpsd://HOST[:PORT][/DEVICE]
                       serial:///dev/ttyUSB0[?speed=auto|N]
                       tcp://HOST[:PORT]
                       udp://[ADDRESS][:PORT]
                       unix:///PATH
                       feed://NAME[?user=NAME&source=WORD&rank=N]
                       file:///PATH[?speed=realtime|N|max][&loop]

            It serves in the foreground until SIGTERM or SIGINT; SIGHUP reads the configuration again.
            Exit status: 0 ended as asked, 1 failed, 2 wrong usage, 78 wrong configuration, key or state, which
            starting again cannot mend. With --check, 1 is a mistake with which the service starts all the same.
            """
    )
}
