import CLinux
import Glibc

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

    /// Why the command line cannot be understood; the message has been printed.
    struct UsageError: Error {}

    static let help = """
        Usage: waymarkd [OPTION]...
        Tells widgets where this machine is, when they may know and when it has really moved.

          -c, --config FILE     read FILE and FILE.d/*.conf instead of /etc/waymark/waymarkd.conf
          -s, --socket PATH     listen at PATH
          -d, --state DIR       keep the state in DIR
          -r, --receiver URL    take fixes from URL; may be given several times:
                                  gpsd://HOST[:PORT][/DEVICE]
                                  file:///PATH[?speed=realtime|N|max][&loop]
          -l, --log-level LEVEL error, warning, notice, info or debug
              --check           check the configuration and exit
          -h, --help            show this help and exit
          -V, --version         show the version and exit

        Without options it serves as the configuration says, in the foreground, until SIGTERM or SIGINT;
        SIGHUP reads the configuration again. Exit status: 0 ended as asked, 1 failed, 2 wrong usage,
        78 wrong configuration.

        """

    /// Reads the arguments of the process with `getopt_long`, which prints what is wrong with them.
    init(argumentCount: CInt, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(UsageError) {
        let names: [(StaticString, Bool, Character)] = [
            ("config", true, "c"), ("socket", true, "s"), ("state", true, "d"), ("receiver", true, "r"),
            ("log-level", true, "l"), ("check", false, "C"), ("help", false, "h"), ("version", false, "V"),
        ]
        var table = unsafe names.map { name, hasArgument, short in
            unsafe option(
                name: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
                has_arg: hasArgument ? 1 : 0,
                flag: nil,
                val: CInt(short.asciiValue ?? 0)
            )
        }
        unsafe table.append(option())
        while true {
            let code = unsafe getopt_long(argumentCount, arguments, "c:s:d:r:l:hV", table, nil)
            guard code >= 0 else { break }
            let value = unsafe optarg.map { unsafe String(cString: $0) } ?? ""
            switch Character(Unicode.Scalar(UInt8(truncatingIfNeeded: code))) {
            case "c": configurationPath = value
            case "s": socketPath = value
            case "d": stateDirectory = value
            case "r": receivers.append(value)
            case "l": logLevel = value
            case "C": action = .checkConfiguration
            case "h": action = .showHelp
            case "V": action = .showVersion
            default: throw UsageError()
            }
        }
        guard unsafe optind == argumentCount else {
            let extra = unsafe arguments[Int(optind)].map { unsafe String(cString: $0) } ?? ""
            unsafe fputs("waymarkd: '\(extra)' is not an option; see waymarkd --help\n", stderr)
            throw UsageError()
        }
    }
}
