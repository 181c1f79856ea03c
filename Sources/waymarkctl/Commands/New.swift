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
        options: NewWidget.Language.allCases.map { .init($0.rawValue, "write it in \($0.rawValue)") } + [
            .init("app", value: .text("ID"), "the identifier of its app; default org.example.NAME")
        ],
        details: """
            Makes the folder NAME with a widget that shows where the machine is, its test, the manifest of its app
            and a README that says how to run it. Without an option it is in shell. NAME is also the name of the
            kind. A folder or file that exists is never touched. It needs no service.
            """
    ) { (invocation) throws(Failure) in
        let languages = NewWidget.Language.allCases.filter { invocation.line.has($0.rawValue) }
        guard languages.count <= 1 else { throw .usage("--swift, --python and --shell exclude each other") }
        let name = invocation.operands[1]
        let app = invocation.line.value(of: "app")
        if let app, AppIdentifier(app) == nil { throw .usage("'\(app.harmless)' is not the name of an app") }
        guard let widget = NewWidget(name: name, app: app, language: languages.first ?? .shell) else {
            throw .usage(
                "'\(name.harmless)' is not a name: use 1 to 64 ASCII letters, digits, '-' and '_', beginning with a letter"
            )
        }
        do throws(SystemError) {
            try write(widget)
        } catch {
            throw error.code == EEXIST
                ? .refused("'\(name)' exists already: choose another name") : Failure(error)
        }
        let programs = widget.files.map { "\(name)/\($0.path)" }
        try invocation.output.line("made \(programs.joined(separator: ", "))")
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
