import CommandLineTool
import Glibc
import OwnTracks
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

private let defaultConfiguration = "/etc/waymark/waymark-phone.conf"
private let defaultFolder = "/var/lib/waymark-phone"

extension Program {
    static var waymarkPhone: Program {
        Program(
            name: "waymark-phone",
            version: Version.current,
            summary: "makes an Android phone or an iPhone with OwnTracks the receiver of this machine",
            groups: [("The program", [.serve, .check]), ("Phones", [.pair, .list, .remove])],
            options: [
                .init(
                    "config",
                    letter: "c",
                    value: .path("FILE"),
                    "the configuration; default \(defaultConfiguration)"
                ),
                .init(
                    "state",
                    value: .path("FOLDER"),
                    "the folder of the phones' keys; default \(defaultFolder)"
                ),
                .init("socket", letter: "s", value: .path("PATH"), "the service's socket, for 'serve'"),
            ],
            details:
                "waymark-phone.service runs 'waymark-phone serve'. It and 'check' exit with 78 if only the owner can help.",
            statuses: ["done, or ended by a signal", "failed", "wrong usage"]
        )
    }
}

extension Command {
    fileprivate static let serve = Command(
        name: "serve",
        summary: "take positions from the paired phones, until a signal ends it",
        operands: ""
    ) { invocation in
        try invocation.serve {
            let socket = ServiceAddress.path(invocation.line.value(of: "socket"))
            let log = Log()
            try PhoneService(invocation.configuration, invocation.file, socket: socket, log).run()
        }
    }

    // An upgrade runs this before it ends the running program.
    fileprivate static let check = Command(
        name: "check",
        summary: "say what is wrong with the configuration or the phones' keys, as the user who serves",
        operands: ""
    ) { invocation in
        try invocation.serve {
            _ = try invocation.configuration
            _ = try invocation.file.read()
        }
    }

    fileprivate static let pair = Command(
        name: "pair",
        summary: "make a key for a phone, and show how to set the phone up",
        operands: "NAME",
        details: """
            Prints a code for the phone's camera, and the same as a link and as text. They contain the key: let nobody
            else see them. The key is kept in a file that only the service can read, and not shown again; a phone that
            has lost it is removed and paired again. NAME is of your choice: letters, digits, - and _.
            """
    ) { invocation in
        let name = invocation.operands[0]
        guard PairedPhone.isName(name) else {
            throw Failure.usage("\(name): a phone's name has 1 to 32 letters, digits, - and _")
        }
        let (configuration, file) = (try invocation.configuration, invocation.file)
        try file.becomeOwner()
        let phones = try file.read()
        guard !phones.contains(where: { $0.name == name }) else {
            throw OwnersProblem("'\(name)' is paired already; 'waymark-phone remove \(name)' forgets it")
        }
        guard phones.count < PhoneFile.limit else {
            throw OwnersProblem(
                "\(PhoneFile.limit) phones are paired already; 'waymark-phone remove' forgets one"
            )
        }
        guard let key = PhoneKey.makeRandom() else { throw OwnersProblem("libsodium cannot start") }
        try file.write(phones + [PairedPhone(name: name, key: key)])
        for line in SetUp(of: name, key, configuration).lines { try invocation.output.line(line) }
    }

    fileprivate static let list = Command(name: "list", summary: "list the paired phones", operands: "") {
        invocation in
        for phone in try invocation.file.read() { try invocation.output.line(phone.name) }
    }

    fileprivate static let remove = Command(
        name: "remove",
        summary: "forget a phone and its key",
        operands: "NAME"
    ) { invocation in
        let (name, file) = (invocation.operands[0], invocation.file)
        try file.becomeOwner()
        let phones = try file.read()
        let others = phones.filter { $0.name != name }
        guard others.count < phones.count else {
            throw OwnersProblem("no phone '\(name)' is paired; 'waymark-phone list' shows those that are")
        }
        try file.write(others)
    }
}

extension Invocation {
    fileprivate var configuration: PhoneConfiguration {
        get throws { try PhoneConfiguration.load(line.value(of: "config") ?? defaultConfiguration) }
    }

    fileprivate var file: PhoneFile { PhoneFile(folder: line.value(of: "state") ?? defaultFolder) }

    /// Runs a command of the service, and exits with 78 if only the owner can help.
    fileprivate func serve(_ command: () throws -> Void) throws {
        do {
            try command()
        } catch  where error is INIError || error is OwnersProblem {
            Log().error("\(error)")
            exit(78)
        }
    }
}
