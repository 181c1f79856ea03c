import CommandLineTool
import Glibc
import LinuxSystem
import Manifests
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let manifest = Command(
        name: "manifest",
        summary: "register manifests of your own apps",
        operands: "register [FILE]... | withdraw APP... | list",
        options: [Invocation.userOption],
        details: """
            register   register these manifests with the service; without FILE, those in your own folder
            withdraw   remove the registered manifests of these apps
            list       print the apps whose manifests you have registered

            An app can also register its manifest when it connects. Manifests that are installed on the
            machine need no registration and take precedence. Your own folder is $XDG_DATA_HOME/waymark/apps,
            by default ~/.local/share/waymark/apps.
            """
    ) { (invocation) throws(Failure) in
        let rest = Array(invocation.operands.dropFirst())
        switch invocation.operands[0] {
        case "register": try register(rest, invocation)
        case "withdraw": try withdraw(rest, invocation)
        default: try list(invocation)
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
                throw .refused("\(path.harmless): too large to be registered; install it instead")
            }
            try invocation.show(parameters) { (reply) throws(Failure) in
                try invocation.output.line("\(reply.app.harmless): \(reply.outcome.words)")
                for missing in reply.missingCapabilities {
                    Output.complain("waymarkctl: this machine lacks \(missing.text.harmless)")
                }
            }
        }
    }

    private static func list(_ invocation: Invocation) throws(Failure) {
        let call = SettingsInterface.ListManifests(user: try invocation.user())
        try invocation.showAll(call) { (reply) throws(Failure) in
            for manifest in reply.manifests {
                let remark = manifest.hidden ? ": the manifest installed on the machine takes precedence" : ""
                try invocation.output.line("\(manifest.app.harmless)\(remark)")
            }
            if reply.manifests.isEmpty { try invocation.output.line("no manifest is registered") }
        }
    }

    private static func withdraw(_ apps: [String], _ invocation: Invocation) throws(Failure) {
        let user = try invocation.user()
        for app in apps {
            try invocation.show(SettingsInterface.WithdrawManifest(app: app, user: user)) {
                (_) throws(Failure) in
                try invocation.output.line("\(app.harmless): withdrawn")
            }
        }
    }

    /// Returns the manifests in the user's own folder, in the order of their names.
    private static func ownManifests() throws(Failure) -> [String] {
        guard let folder = ManifestFolder.ofPerson()?.path else {
            throw .refused(
                "cannot find your own folder: neither XDG_DATA_HOME nor HOME is set; name the files"
            )
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
    fileprivate var words: String {
        switch self {
        case .added: "registered"
        case .replaced: "replaced the earlier registration"
        case .unchanged: "already registered"
        case .hidden: "registered, but the manifest installed on the machine takes precedence"
        }
    }
}
