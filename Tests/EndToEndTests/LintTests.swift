import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Linting manifests", .ownThreads, .timeLimit(.minutes(10)))
struct LintTests: ~Copyable {
    private let tool = Tool(socketPath: "/nonexistent")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("reports every mistake in files and folders with its line, and fails, but not on warnings alone")
    func mistakes() async throws {
        try folder.write("[App]\nIdentifier=a\nNmae=A\n", to: "a.app")
        try folder.write("[App]\nIdentifier=b\nName='B'\n", to: "apps/b.app")
        try folder.write("[App]\nIdentifier=c\nName=C\n", to: "c")
        #expect(symlink("../c", folder.path + "/apps/c.app") == 0)
        let arguments = ["lint", folder.path + "/a.app", folder.path + "/apps", folder.path + "/none.app"]
        let outcome = try await tool.run(arguments)
        #expect(outcome.ending == .status(1))
        #expect(
            outcome.output == """
                \(folder.path)/a.app:1: error: 'Name=' is missing in [App]: give the app's name as people see it
                \(folder.path)/a.app:3: error: [App] has no key 'Nmae='; did you mean 'Name='?
                \(folder.path)/apps/b.app:3: warning: the quotation marks around the value of 'Name=' would be displayed; remove them
                \(folder.path)/apps/c.app: error: symbolic links are not followed; put the file itself here
                \(folder.path)/none.app: error: open \(folder.path)/none.app: No such file or directory

                """
        )
        #expect(outcome.errors == "waymarkctl: 4 errors, 1 warning\n")

        let lines = try JSON.lines(try await tool.run(["--format", "json"] + arguments).output)
        #expect(lines.map { $0["line"].int } == [1, 3, 3, nil, nil])
        #expect(lines.map { $0["severity"].string } == ["error", "error", "warning", "error", "error"])
        #expect(lines[1]["message"].string == "[App] has no key 'Nmae='; did you mean 'Name='?")

        // It fails on warnings only with --strict.
        let warned = folder.path + "/apps/b.app"
        #expect(try await tool.run("lint", warned).ending == .status(0))
        #expect(try await tool.run("lint", "--strict", warned).ending == .status(1))
    }

    @Test("checks what a provider shows, and that of all samples")
    func content() async throws {
        try folder.write(#"{"entries":[{"text":"a"},{"icon":"baot","rows":[{"lable":"x"}]}]}"#, to: "a.json")
        let path = folder.path + "/a.json"
        let outcome = try await tool.run("lint", "--content", "--strict", path)
        #expect(
            outcome.output == """
                \(path): warning: 'icon' is no known word; did you mean 'boat'?
                \(path): warning: 'rows[0].label' is missing
                \(path): warning: 'rows[0].lable' is unknown; did you mean 'label'?

                """
        )
        #expect(outcome.ending == .status(1))
        let samples = try Folder("\(Checkout.root)/Samples/content").names(endingWith: ".json")
        let paths = samples.map { "\(Checkout.root)/Samples/content/\($0)" }
        #expect(try await tool.run(["lint", "--content", "--strict"] + paths).output == "")
    }
}
