import LinuxSystem
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

/// What the documents show can be done as it is written.
@Suite("The examples of the documents", .ownThreads, .timeLimit(.minutes(10)))
struct DocumentTests: ~Copyable {
    private static let app = "org.example.WhereAmI"

    /// What tries each language of examples: these tests, or others that say so.
    private static let tried: [String: [String]] = [
        "README.md": ["swift"],
        // A part of the engine's source, which the compiler has seen.
        "docs/architecture.md": ["swift"],
        "docs/bars.md": ["ini", "json", "sh"],
        "docs/beacons.md": ["swift"],
        "docs/coming-from-ios.md": ["swift"],
        // These are compared with the example file.
        "docs/configuration.md": ["ini"],
        "docs/content.md": ["swift"],
        // FeedTests runs it.
        "docs/feeds.md": ["python"],
        "docs/hosts.md": ["python", "swift"],
        "docs/installing.md": ["swift"],
        // The manifest is an installed sample.
        "docs/manifests.md": ["ini"],
        "docs/monitoring.md": ["swift"],
        // LanguageTests runs all of them.
        "docs/providers-in-other-languages.md": ["go", "javascript", "python", "sh", "swift"],
        // PythonPackageTests runs it.
        "docs/python.md": ["python"],
        "docs/regions.md": ["swift"],
        "docs/versions.md": ["swift"],
        "docs/writing-a-provider.md": ["swift"],
        "Samples/SwiftProvider/README.md": ["swift"],
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("are all tried by some test")
    func all() throws {
        for document in try Document.all() {
            #expect(document.languages == Self.tried[document.path] ?? [], "\(document.path)")
        }
    }

    @Test(
        "compile as they stand",
        .enabled(if: SwiftCompiler.isThere, "\(SwiftCompiler.missing)"),
        arguments: [
            "README.md", "docs/beacons.md", "docs/content.md", "docs/hosts.md", "docs/monitoring.md",
            "docs/providers-in-other-languages.md", "docs/regions.md", "docs/writing-a-provider.md",
        ]
    )
    func compile(_ path: String) async throws {
        let examples = try Document(path).examples(in: "swift").filter { !$0.isPackage }
        #expect(!examples.isEmpty)
        // What an example leaves to its reader.
        let known = [
            "center: home": "let home = Coordinate(latitudeDegrees: 48, longitudeDegrees: 7.8)!\n",
            "uuid: uuid": "let uuid = BeaconUUID(\"74278BDA-B644-4520-8F0C-720EAF059935\")!\n",
        ]
        for (index, example) in examples.enumerated() {
            let given = known.filter { example.contains($0.key) }.map(\.value).joined()
            let isWhole = example.contains("import Waymark")
            try folder.write((isWhole ? "" : "import Waymark\n") + given + example, to: "\(index).swift")
            let mode = example.contains("@main") ? ["-parse-as-library"] : []
            try await SwiftCompiler.run(mode + ["-typecheck", "\(folder.path)/\(index).swift"])
        }
    }

    @Test(
        "include packages that can be loaded, and name the library",
        .enabled(if: SwiftCompiler.isThere, "\(SwiftCompiler.missing)")
    )
    func packages() async throws {
        let examples = try Document.all().flatMap { $0.examples(in: "swift") }.filter(\.isPackage)
        #expect(examples.count == 7)
        for example in Set(examples) {
            try folder.write(example, to: "Package.swift")
            let command = ["swift", "package", "--package-path", folder.path, "dump-package"]
            #expect(try await RunningProgram.output(of: command).contains("\"waymark\""))
        }
    }

    @Test(
        "include a provider that runs, and commands that show and explain what it makes",
        .enabled(if: SwiftCompiler.isThere, "\(SwiftCompiler.missing)")
    )
    func readme() async throws {
        let document = try Document("README.md")
        let example = try #require(document.examples(in: "swift").first)
        let program = try await SwiftCompiler.program(example, in: folder)
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let provider = try RunningProgram([program], environment: ["WAYMARK_SOCKET": daemon.socketPath])
        try await tool.lists(Self.app, of: provider)
        var streams: [RunningProgram] = []
        // The widget has another identifier here than in the document.
        var placed: (shown: String, here: String)?
        for command in document.commands(of: "waymarkctl") {
            let words = command.words.dropFirst().map { $0 == placed?.shown ? placed?.here ?? $0 : $0 }
            switch words[0] {
            case "provide":
                let stream = try tool.start(words)
                streams.append(stream)
                try await tool.lists(words[1], of: stream)
            case "watch":
                let stream = try tool.start(words)
                streams.append(stream)
                try await waiting(until: "the place in \(stream.output)") { stream.output.contains("52.52") }
            // The agent needs a terminal.
            case "agent": continue
            default:
                let outcome = try await tool.run(words)
                #expect(outcome.ending == .status(0), "\(words): \(outcome.errors)")
                if words[0] == "place", let shown = command.output {
                    placed = (shown, outcome.output.trimmingNewline)
                } else if let output = command.output {
                    // The document's place is another one.
                    #expect(outcome.output.withoutNumbers == output.withoutNumbers + "\n")
                }
            }
        }
        #expect(placed != nil && streams.count == 3 && streams.allSatisfy(\.isRunning))
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        let host = try tool.start(["watch", try await tool.place(Self.app, "where"), "--visible"])
        try await waiting(until: "the place is shown") { host.output.contains("52.52° north") }
        #expect(provider.errors == "")
    }

    @Test(
        "include a bundle, whose kinds are in the gallery",
        .enabled(if: SwiftCompiler.isThere, "\(SwiftCompiler.missing)")
    )
    func bundle() async throws {
        let app = "org.example.Directions"
        let examples = try Document("docs/writing-a-provider.md").examples(in: "swift")
        let example = try #require(examples.first { $0.contains("WidgetBundle") })
        let program = try await SwiftCompiler.program("import Waymark\n" + example, in: folder)
        let manifest = try await RunningProgram.output(of: [program, "--manifest"])
        #expect(
            manifest == """
                [App]
                Identifier=\(app)
                Name=\(app)
                # Why the app wants the location, which the person reads before deciding.
                WhenInUsePurpose=

                [Extension widgets]
                Kinds=direction
                WantsLocation=yes

                [Extension widgets-without-location]
                Kinds=compass

                [Kind direction]

                [Kind compass]
                Families=circular

                """
        )
        let purpose = "WhenInUsePurpose=To show the way."
        let text = manifest.replacing("WhenInUsePurpose=", with: purpose)
        try folder.write(text, to: "\(app).app")

        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        try await tool.succeed("lint", "--strict", "\(folder.path)/\(app).app")
        let bundle = try RunningProgram([program], environment: ["WAYMARK_SOCKET": daemon.socketPath])
        try await waiting(until: "both kinds in the gallery: \(bundle.errors)") {
            try await tool.json("kinds")["kinds"].array.count == 2
        }
        let wanting = try await tool.json("kinds")["kinds"].array.filter { $0["wantsLocation"].bool == true }
        #expect(wanting.map { $0["kind"].string } == ["direction"])
        #expect(bundle.isRunning && bundle.errors == "")
    }

    @Test("include hosts, which show a widget and have it in view", arguments: ["swift", "python"])
    func host(_ language: String) async throws {
        if language == "swift", !SwiftCompiler.isThere { try Test.cancel("\(SwiftCompiler.missing)") }
        let example = try #require(try Document("docs/hosts.md").examples(in: language).first)
        let others = try Document("docs/providers-in-other-languages.md")
        let provider = try #require(others.examples(in: "sh").first)
        try folder.write(provider, to: "where.sh")
        try folder.write(example, to: "host.py")
        let command =
            language == "python"
            ? ["python3", folder.path + "/host.py"]
            : ["stdbuf", "-oL", try await SwiftCompiler.program(example, in: folder)]
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let environment = [
            "WAYMARK_SOCKET": daemon.socketPath,
            "PATH": "\(BuiltPrograms.folder):/usr/local/bin:/usr/bin:/bin",
        ]
        let shell = ["sh", folder.path + "/where.sh", Self.app, "where"]
        let serving = try RunningProgram(shell, environment: environment)
        try await tool.lists(Self.app, of: serving)
        let host = try RunningProgram(command + [Self.app, "where"], environment: environment)
        try await host.says("denied: unauthorized\n")
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        try await waiting(until: "the place: \(host.output)") { host.output.contains("fix: 52.52") }
        #expect(try await tool.onlyWidget()["visible"].bool == true)
        host.kill()
        try await tool.waitUntilVisible(false)
        withExtendedLifetime(serving) {}
    }

    @Test("include a provider in shell, which a unit can run")
    func shell() async throws {
        let document = try Document("docs/bars.md")
        try folder.write(try #require(document.examples(in: "sh").first), to: "weather")
        // The service that the example asks is somewhere else.
        try folder.write("#!/bin/sh\necho '+12°C Sunny'\n", to: "curl")
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        func start(_ words: [String]) throws -> RunningProgram {
            try RunningProgram(
                ["sh", "-c", "cd '\(folder.path)' && chmod +x weather curl && exec \"$@\"", "sh"] + words,
                environment: [
                    "WAYMARK_SOCKET": daemon.socketPath,
                    "PATH": "\(folder.path):\(BuiltPrograms.folder):/usr/local/bin:/usr/bin:/bin",
                ]
            )
        }
        var provider: RunningProgram?
        for command in document.commands(of: "waymarkctl") {
            switch command.words[1] {
            case "provide": provider = try start(command.words)
            case "authorize": #expect(try await start(command.words).end() == .status(0))
            default: continue
            }
        }
        let bar = try Tool(daemon).start([
            "watch", "--format", "line", "--visible", "--place", "org.example.Weather/cell",
        ])
        try await bar.says("+12°C Sunny\n")
        #expect(provider?.errors == "")

        let unit = try #require(document.examples(in: "ini").first)
        try folder.write(unit.replacing("=waymarkctl", with: "=\(BuiltPrograms.tool)"), to: "weather.service")
        guard ChildProcess.isInstalled("systemd-analyze") else { return }
        let check = try RunningProgram(
            ["systemd-analyze", "verify", "--user", "--man=no", folder.path + "/weather.service"],
            environment: ["XDG_RUNTIME_DIR": folder.path]
        )
        #expect(try await check.end() == .status(0))
        #expect(check.errors == "")
    }
}

enum SwiftCompiler {
    static let isThere: Bool = {
        (Environment.value(of: "PATH") ?? "").split(separator: ":")
            .contains { ChildProcess.isExecutable("\($0)/swiftc") }
    }()

    /// Why it cannot be run.
    static let missing = "swiftc is not in PATH, so no example is compiled"

    /// Compiles and links a main program with the library, and returns its path.
    static func program(_ text: String, in folder: borrowing TemporaryFolder) async throws -> String {
        try folder.write(text, to: "main.swift")
        let program = folder.path + "/program"
        let mode = text.contains("@main") ? ["-parse-as-library"] : []
        let sources = [folder.path + "/main.swift", try await library(in: folder.path)]
        try await run(mode + ["-o", program] + sources)
        return program
    }

    static func run(_ arguments: [String]) async throws {
        let build = BuiltPrograms.folder
        let modules = [
            "-swift-version", "6", "-I", "\(build)/Modules",
            "-Xcc", "-fmodule-map-file=\(build)/CInterfaces.build/module.modulemap",
            "-Xcc", "-fmodule-map-file=\(build)/CLinux.build/module.modulemap",
        ]
        let compiler = try RunningProgram(["swiftc"] + modules + arguments)
        let ending = try await compiler.end()
        try #require(ending == .status(0), "\(compiler.output)\(compiler.errors)")
    }

    /// Makes an archive of the objects of all libraries, from which the linker takes what it needs.
    ///
    /// The build keeps objects of sources that are gone; these are left out.
    private static func library(in folder: String) async throws -> String {
        let script = """
            cd \(Checkout.root)/Sources
            for name in *; do
                [ -e $name/main.swift ] && continue
                present=$(find $name -type f -printf ' %f.o')
                find \(BuiltPrograms.folder)/$name.build -name '*.o' 2>/dev/null | while read -r object; do
                    case "$present embedded_resources.swift.o " in
                        *" ${object##*/} "*) echo "$object" ;;
                    esac
                done
            done | xargs ar rcs \(folder)/libparts.a
            """
        try await RunningProgram.output(of: ["sh", "-c", script])
        return "\(folder)/libparts.a"
    }
}

extension String {
    fileprivate var isPackage: Bool { contains("import PackageDescription") }

    fileprivate var withoutNumbers: String { replacing(/\d+/, with: "0") }
}
