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
        guard NewWidget.isName(name) else {
            throw Failure.usage(
                "'\(name.harmless)' is not a name: use 1 to 64 ASCII letters, digits, '-' and '_', beginning with a letter"
            )
        }
        let language = languages.first ?? .shell
        let widget = NewWidget(name: name, app: app ?? "org.example.\(name)", language: language)
        do throws(SystemError) { try widget.write() } catch {
            guard error.code == EEXIST else { throw error }
            throw Failure.refused("'\(name)' exists already: choose another name")
        }
        try invocation.output.line("made \(widget.files.map(\.path).joined(separator: ", "))")
        try invocation.output.line("\(name)/README.md says how to run and test it")
    }
}

/// The beginnings of a widget in a folder of its own: its program, its test, its manifest and a README.
private struct NewWidget {
    enum Language: String, CaseIterable {
        case swift, python, shell
    }

    /// Its name, which also becomes a part of file names and of source text.
    let name: String
    let app: String
    let language: Language

    /// Whether a text is 1 to 64 ASCII letters, digits, `-` and `_`, beginning with a letter.
    static func isName(_ text: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        let others = Array("0123456789-_".utf8)
        return text.utf8.first.map(isLetter) ?? false && text.utf8.count <= 64
            && text.utf8.allSatisfy { isLetter($0) || others.contains($0) }
    }

    var files: [(path: String, template: [UInt8], isProgram: Bool)] {
        let own: [(String, [UInt8], Bool)] =
            switch language {
            case .swift:
                [
                    ("Sources/Provider/Widget.swift", PackageResources.Provider_swift_template, false),
                    (
                        "Tests/ProviderTests/WidgetTests.swift",
                        PackageResources.ProviderTests_swift_template, false
                    ),
                    ("Package.swift", PackageResources.Package_swift_template, false),
                ]
            case .python:
                [
                    ("widget.py", PackageResources.widget_py, true),
                    ("test_widget.py", PackageResources.test_widget_py, false),
                ]
            case .shell:
                [("widget", PackageResources.widget_sh, true), ("test", PackageResources.test_sh, true)]
            }
        let common = [
            ("README.md", PackageResources.README_md, false),
            ("\(app).app", PackageResources.widget_app, false),
        ]
        return (own + common).map { (path: "\(name)/\($0.0)", template: $0.1, isProgram: $0.2) }
    }

    func write() throws(SystemError) {
        let folders =
            language == .swift ? ["Sources", "Sources/Provider", "Tests", "Tests/ProviderTests"] : []
        for folder in [name] + folders.map({ "\(name)/\($0)" }) {
            guard unsafe mkdir(folder, 0o755) == 0 else { throw SystemError("mkdir", on: folder) }
        }
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
        for file in files {
            let descriptor = try FileDescriptor(
                opening: file.path,
                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
                permissions: file.isProgram ? 0o755 : 0o644
            )
            let text = values.reduce(String(decoding: file.template, as: UTF8.self)) {
                $0.replacing($1.key, with: $1.value)
            }
            try writeAll(Array(text.utf8), to: descriptor.rawValue, named: file.path)
        }
    }
}
