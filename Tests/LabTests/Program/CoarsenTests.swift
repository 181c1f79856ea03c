import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Coarsening a record", .ownThreads, .timeLimit(.minutes(10)))
struct CoarsenTests {
    @Test("of a pipe ends with the pipe, not with Ctrl-C, and leaves out what cannot be read")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        let (pipe, path) = (folder.path + "/pipe", folder.path + "/coarse.run")
        try #require(mkfifo(pipe, 0o600) == 0)
        let program = try RunningProgram([
            "sh", "-c", "exec '\(BuiltPrograms.lab)' coarsen -o '\(path)' < '\(pipe)'",
        ])
        // Opening the pipe waits for its reader.
        let writer = try FileDescriptor(opening: pipe, O_WRONLY | O_CLOEXEC)
        let beginning = #"{"run":{"form":5,"program":"waymarkd 1"}}"# + "\nnonsense\n"
        try writeAll(Array(beginning.utf8), to: writer.rawValue, named: pipe)
        try await waiting(until: "the line that is left out") {
            program.errors.contains("-:2: the line is left out")
        }
        program.signal(SIGINT)
        try writeAll(Array(#"{"gap":{"reason":"a test"}}"#.utf8) + [0x0A], to: writer.rawValue, named: pipe)
        _ = consume writer
        #expect(try await program.end() == .status(0), "\(program.errors)")
        let text = try String(decoding: Checkout.bytes(of: path), as: UTF8.self)
        #expect(text.contains("waymarkd 1, with coarse locations"))
        #expect(text.contains("a test"))
    }

    @Test(
        "of what is no record that it can read leaves an earlier file as it is",
        arguments: [
            ("", "standard input: it is no record of the service"),
            ("$GPRMC,\n", "standard input: it is no record of the service"),
            (#"{"run":{"form":1,"program":"waymarkd 1"}}"# + "\n", "waymarkd 1 wrote it in form 1"),
        ]
    )
    func noRecord(input: String, words: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(input, to: "input")
        try folder.write("earlier", to: "coarse.run")
        let program = try RunningProgram([
            "sh", "-c",
            "exec '\(BuiltPrograms.lab)' coarsen -o '\(folder.path)/coarse.run' < '\(folder.path)/input'",
        ])
        #expect(try await program.end() == .status(1))
        #expect(program.errors.contains(words), "\(program.errors)")
        #expect(try Checkout.bytes(of: folder.path + "/coarse.run") == Array("earlier".utf8))
    }
}
