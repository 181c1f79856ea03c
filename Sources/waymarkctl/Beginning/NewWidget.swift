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
