import Glibc
import LinuxSystem
import Manifests
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    /// `waymarkctl manifest`.
    static let manifest = Command(
        name: "manifest",
        summary: "bring along manifests of one's own apps",
        operands: "register [FILE]... | withdraw APP... | list",
        options: [Invocation.userOption],
        details: """
            register   tells the service what these manifests say; without FILE, those in one's own folder
            withdraw   has the service forget them
            list       prints the manifests in one's own folder

            An app brings along its own by itself when it connects. Those that are installed on the machine count without
            that, and before it. One's own folder is $XDG_DATA_HOME/waymark/apps, else ~/.local/share/waymark/apps.
            """
    ) { (invocation) throws(Failure) in
        let operands = invocation.line.operands
        switch operands.first {
        case "register": try register(Array(operands.dropFirst()), invocation)
        case "withdraw": try withdraw(Array(operands.dropFirst()), invocation)
        case "list":
            guard operands.count == 1 else { throw .usage("'\(operands[1])' is one operand too many") }
            for path in try ownManifests() { try invocation.output.line(path.harmless) }
        case let word?: throw .usage("'\(word)' is not register, withdraw or list")
        case nil: throw .usage("say what to do: register, withdraw or list")
        }
    }

    private static func register(_ files: [String], _ invocation: Invocation) throws(Failure) {
        let user = try invocation.user()
        for path in files.isEmpty ? try ownManifests() : files {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try contentsOfFile(path, atMost: ManifestReading.sizeLimit)
            } catch { throw Failure(error) }
            let reading = ManifestReading(bytes, from: path, fileName: nil)
            guard reading.manifest != nil else {
                let mistakes = reading.mistakes.filter { $0.severity == .error }
                throw .refused(mistakes.map { "\($0)".harmless }.joined(separator: "\n"))
            }
            let parameters = SettingsInterface.RegisterManifest(
                text: String(decoding: bytes, as: UTF8.self),
                user: user
            )
            guard ServiceConnection.fits(parameters) else {
                throw .refused("\(path.harmless): longer than what can be registered; it has to be installed")
            }
            try invocation.show(parameters) { (reply) throws(Failure) in
                try invocation.output.line("\(reply.app.harmless): \(reply.outcome.words)")
            }
        }
    }

    private static func withdraw(_ apps: [String], _ invocation: Invocation) throws(Failure) {
        guard !apps.isEmpty else { throw .usage("APP is missing") }
        let user = try invocation.user()
        for app in apps {
            try invocation.show(SettingsInterface.WithdrawManifest(app: app, user: user))
        }
    }

    /// The manifests in the folder of the person, in the order of their names.
    private static func ownManifests() throws(Failure) -> [String] {
        guard let folder = ManifestFolder.ofPerson()?.path else {
            throw .refused("there is no folder of one's own without HOME or XDG_DATA_HOME: name the files")
        }
        do throws(SystemError) {
            return try Folder(folder).names(endingWith: ".app").sorted().map { "\(folder)/\($0)" }
        } catch {
            guard error.code == ENOENT else { throw Failure(error) }
            return []
        }
    }
}

extension SettingsInterface.RegisterManifest.Reply.Outcome {
    /// What became of it, for a person.
    fileprivate var words: String {
        switch self {
        case .added: "registered"
        case .replaced: "replaced what was registered before"
        case .unchanged: "registered already"
        case .hidden: "registered, but the manifest that is installed on the machine counts"
        }
    }
}
