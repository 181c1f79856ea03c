import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import Manifests
import ServiceClient
import UserInput
import Varlink
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
    ) { invocation in
        let rest = Array(invocation.operands.dropFirst())
        switch invocation.operands[0] {
        case "register": try register(rest, invocation)
        case "withdraw": try withdraw(rest, invocation)
        default: try list(invocation)
        }
    }

    private static func register(_ files: [String], _ invocation: Invocation) throws {
        let user = try invocation.user()
        for path in files.isEmpty ? try ownManifests() : files {
            let bytes = try contentsOfFile(path, atMost: ManifestReading.sizeLimit)
            let reading = ManifestReading(bytes, from: path, fileName: nil)
            guard reading.manifest != nil else {
                let mistakes = reading.mistakes.filter { $0.severity == .error }
                throw Failure.refused(mistakes.map { "\($0)".harmless }.joined(separator: "\n"))
            }
            let parameters = SettingsInterface.RegisterManifest(
                text: String(decoding: bytes, as: UTF8.self),
                user: user
            )
            guard ServiceConnection.fits(parameters) else {
                throw Failure.refused("\(path.harmless): too large to be registered; install it instead")
            }
            try invocation.show(parameters) { reply in
                try invocation.output.line("\(reply.app.harmless): \(reply.outcome.words)")
                for missing in reply.missingCapabilities {
                    Output.complain("waymarkctl: this machine lacks \(missing.text.harmless)")
                }
            }
        }
    }

    private static func list(_ invocation: Invocation) throws {
        let call = SettingsInterface.ListManifests(user: try invocation.user())
        try invocation.showAll(call) { reply in
            for manifest in reply.manifests {
                let remark = manifest.hidden ? ": the manifest installed on the machine takes precedence" : ""
                try invocation.output.line("\(manifest.app.harmless)\(remark)")
            }
            if reply.manifests.isEmpty { try invocation.output.line("no manifest is registered") }
        }
    }

    private static func withdraw(_ apps: [String], _ invocation: Invocation) throws {
        let user = try invocation.user()
        for app in apps {
            try invocation.show(
                SettingsInterface.WithdrawManifest(app: app, user: user),
                saying: "\(app.harmless): withdrawn"
            )
        }
    }

    /// Returns the manifests in the user's own folder, in the order of their names.
    private static func ownManifests() throws -> [String] {
        guard let folder = ManifestFolder.ofPerson()?.path else {
            throw Failure.refused(
                "cannot find your own folder: neither XDG_DATA_HOME nor HOME is set; name the files"
            )
        }
        do throws(SystemError) {
            return try Folder(folder).names(endingWith: ".app").sorted().map { "\(folder)/\($0)" }
        } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
    }

    static let lint = Command(
        name: "lint",
        summary: "check manifests of apps for mistakes",
        operands: "[FILE]...",
        options: [
            .init("strict", "also fail on warnings"),
            .init(
                "content",
                "check what a provider shows instead: FILE is as 'provide' takes it"
            ),
        ],
        details: """
            Prints one line for each mistake: the file, the line, inside JSON the column, 'error' or 'warning',
            and the correction. The service ignores a manifest with an error. '-' is standard input. Of a folder, it
            reads the manifests. Without FILE, it reads the folders of installed manifests and your own. It needs no
            service; where one runs, it notes on standard error what a manifest requires and this machine lacks.

            With --content, each member of a content that hosts would leave out is a warning.
            """
    ) { invocation in
        let paths = invocation.operands
        let readings: [Reading] =
            if invocation.line.has("content") {
                (paths.isEmpty ? ["-"] : paths).map { ([], contentMistakes(in: $0)) }
            } else if paths.isEmpty {
                (ManifestFolder.installed + [ManifestFolder.ofPerson()].compactMap(\.self)).map(scan)
            } else {
                paths.map(reading(of:))
            }
        let mistakes = readings.flatMap(\.mistakes)
        for mistake in mistakes {
            if invocation.isForMachines {
                try invocation.output.line(CodedEncoder.plainJSON(mistake))
            } else {
                try invocation.output.line("\(mistake)".harmless)
            }
        }
        noteMissingCapabilities(of: readings.flatMap(\.manifests), invocation)
        let errors = mistakes.count { $0.severity == .error }
        let warnings = mistakes.count { $0.severity == .warning }
        guard errors > 0 || warnings > 0 && invocation.line.has("strict") else { return }
        throw Failure.refused("\(counted(errors, "error")), \(counted(warnings, "warning"))")
    }

    /// Says on standard error what the manifests require and this machine lacks, if a service can tell.
    private static func noteMissingCapabilities(of manifests: [AppManifest], _ invocation: Invocation) {
        guard manifests.contains(where: { !$0.requiredCapabilities.isEmpty }),
            let machine = try? invocation.service.call(LocationInterface.GetAvailability()).value
        else { return }
        for manifest in manifests {
            let required = manifest.requiredCapabilities.map(\.rawValue)
            for capability in machine.capabilities where capability.availability == .unavailable {
                let name = capability.capability.rawValue.dashed
                guard required.contains(name) else { continue }
                let reason = capability.text.map { ": \($0.harmless)" } ?? ""
                Output.complain(
                    "waymarkctl: \(manifest.identifier) requires \(name), "
                        + "which this machine lacks\(reason)"
                )
            }
        }
    }

    private typealias Reading = (manifests: [AppManifest], mistakes: [ManifestMistake])

    private static func reading(of path: String) -> Reading {
        // The owner of a folder matters only where manifests are installed.
        if (try? Folder(path).status()) != nil { return scan(ManifestFolder(path: path, owners: nil)) }
        let reading = ManifestReading(path: path)
        return ([reading.manifest].compactMap(\.self), reading.mistakes)
    }

    private static func scan(_ folder: ManifestFolder) -> Reading {
        let scan = ManifestScan(folder)
        return (scan.manifests, scan.mistakes)
    }

    private static func contentMistakes(in path: String) -> [ManifestMistake] {
        let output: [UInt8]
        do throws(SystemError) {
            output = try contentsOfFile(path == "-" ? "/dev/stdin" : path, atMost: TimelineLimits.bytes)
        } catch { return [ManifestMistake(file: path, message: "\(error)")] }
        let entries: [WidgetsInterface.Entry]
        do throws(Failure) {
            entries = try ProvidedTimeline(output, at: .now).entries
        } catch { return [ManifestMistake(file: path, message: error.message ?? "")] }
        return entries.flatMap { ReadContent($0.content.object).mistakes }.map {
            ManifestMistake(file: path, severity: .warning, message: "\($0)")
        }
    }
}

extension ManifestOutcome {
    fileprivate var words: String {
        switch self {
        case .added: "registered"
        case .replaced: "replaced the earlier registration"
        case .unchanged: "already registered"
        case .hidden: "registered, but the manifest installed on the machine takes precedence"
        }
    }
}
