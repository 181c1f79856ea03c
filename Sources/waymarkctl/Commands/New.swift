import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput

extension Command {
    static let new = Command(
        name: "new",
        summary: "begin a widget in a folder of its own",
        operands: "widget NAME",
        options: [
            .init("swift", "write it in Swift"), .init("python", "write it in Python"),
            .init("shell", "write it in shell"),
            .init("app", value: .text("ID"), "the identifier of its app; default org.example.NAME"),
        ],
        details: """
            Makes the folder NAME with a widget that shows where the machine is, its test, the manifest of its app
            and a README that says how to run it. Without an option it is in shell. NAME is also the name of the
            kind. A folder or file that exists is never touched. It needs no service.
            """
    ) { invocation in
        let languages = NewWidget.Language.allCases.filter { invocation.line.has($0.rawValue) }
        guard languages.count <= 1 else {
            throw Failure.usage("--swift, --python and --shell exclude each other")
        }
        let name = invocation.operands[1]
        let app = invocation.line.value(of: "app")
        if let app, AppIdentifier(app) == nil {
            throw Failure.usage("'\(app.harmless)' is not the name of an app")
        }
        guard let widget = NewWidget(name: name, app: app, language: languages.first ?? .shell) else {
            throw Failure.usage(
                "'\(name.harmless)' is not a name: use 1 to 64 ASCII letters, digits, '-' and '_', beginning with a letter"
            )
        }
        do throws(SystemError) { try write(widget) } catch {
            guard error.code == EEXIST else { throw error }
            throw Failure.refused("'\(name)' exists already: choose another name")
        }
        let paths = widget.files.map { "\(name)/\($0.path)" }
        try invocation.output.line("made \(paths.joined(separator: ", "))")
        try invocation.output.line("\(name)/README.md says how to run and test it")
    }

    private static func write(_ widget: NewWidget) throws(SystemError) {
        for folder in [widget.name] + widget.folders.map({ "\(widget.name)/\($0)" }) {
            guard unsafe mkdir(folder, 0o755) == 0 else { throw SystemError("mkdir", on: folder) }
        }
        for file in widget.files {
            let path = "\(widget.name)/\(file.path)"
            let descriptor = try FileDescriptor(
                opening: path,
                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
                permissions: file.isProgram ? 0o755 : 0o644
            )
            try writeAll(Array(file.text.utf8), to: descriptor.rawValue, named: path)
        }
    }
}

/// The beginnings of a widget in a folder of its own: its program, its test, its manifest and a README.
struct NewWidget: Hashable {
    enum Language: String, CaseIterable {
        case swift, python, shell
    }

    struct File: Hashable {
        let path: String
        let text: String
        let isProgram: Bool
    }

    let name: String
    let app: String
    let language: Language

    /// Checks the name, which also becomes a part of file names and of source text.
    ///
    /// - Returns: `nil` unless it is 1 to 64 ASCII letters, digits, `-` and `_`, beginning with a letter.
    init?(name: String, app: String?, language: Language) {
        func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        let others = Array("0123456789-_".utf8)
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64,
            name.utf8.allSatisfy({ isLetter($0) || others.contains($0) })
        else { return nil }
        self.name = name
        self.app = app ?? "org.example.\(name)"
        self.language = language
    }

    var folders: [String] {
        language == .swift ? ["Sources", "Sources/Provider", "Tests", "Tests/ProviderTests"] : []
    }

    var files: [File] {
        let common = [
            file("README.md", PackageResources.README_md), file("\(app).app", PackageResources.widget_app),
        ]
        switch language {
        case .swift:
            return [
                file("Sources/Provider/Widget.swift", PackageResources.Provider_swift_template),
                file("Tests/ProviderTests/WidgetTests.swift", PackageResources.ProviderTests_swift_template),
                file("Package.swift", PackageResources.Package_swift_template),
            ] + common
        case .python:
            return [
                file("widget.py", PackageResources.widget_py, isProgram: true),
                file("test_widget.py", PackageResources.test_widget_py),
            ] + common
        case .shell:
            return [
                file("widget", PackageResources.widget_sh, isProgram: true),
                file("test", PackageResources.test_sh, isProgram: true),
            ] + common
        }
    }

    private func file(_ path: String, _ template: [UInt8], isProgram: Bool = false) -> File {
        let (widget, run, test, needs) =
            switch language {
            case .swift:
                (
                    "Sources/Provider/Widget.swift", "swift run", "swift test",
                    "Swift 6.3 and the package libwaymark-swift-dev (or, as `WAYMARK_PACKAGE`, a checkout of Waymark)"
                )
            case .python: ("widget.py", "./widget.py", "python3 -m unittest", "the package python3-waymark")
            case .shell: ("widget", "./widget", "./test", "the package waymark-tools")
            }
        let values = [
            "@NAME@": name, "@APP@": app, "@WIDGET@": widget, "@RUN@": run, "@TEST@": test, "@NEEDS@": needs,
        ]
        let text = values.reduce(String(decoding: template, as: UTF8.self)) {
            $0.replacing($1.key, with: $1.value)
        }
        return File(path: path, text: text, isProgram: isProgram)
    }
}
