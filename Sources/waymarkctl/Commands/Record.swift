import CommandLineTool
import LinuxSystem
import UserInput
import Waymark

extension Command {
    static let record = Command(
        name: "record",
        summary: "record the running service, for 'waymark-lab replay'",
        operands: "",
        options: [
            .init("output", letter: "o", value: .path("FILE"), "write to this file; '-' is standard output")
        ],
        details: """
            Writes what the service knows now, then each event that it handles and each decision, until it gets
            SIGINT or SIGTERM. It goes on when the service restarts. 'waymark-lab replay FILE' makes the decisions
            again. Only root may record, and the user that the service runs as.

            The record holds the locations of all users and what their widgets show, and is not sealed; only
            its owner may read the file. To keep it sealed, write to a program that does, such as
            'waymarkctl record -o - | gpg --encrypt --recipient you@example.org > run.gpg'. 'waymarkctl record -o - |
            waymark-lab coarsen -o FILE' writes a record with the places that apps with reduced accuracy are told.
            """
    ) { invocation in
        guard let path = invocation.line.value(of: "output") else {
            throw Failure.usage("-o FILE is missing")
        }
        let file = try RecordOutput(path)
        do {
            try invocation.service.follow(InspectInterface.Record()) { answer in
                try file.write(answer.value.text, isFirst: answer.value.sequence == 1)
            }
        } catch {
            // What has been recorded until then is kept.
            try file.complete()
            throw error
        }
        try file.complete()
        if path != "-" { Output.complain("recorded \(file.byteCount) bytes in \(path)".harmless) }
    }
}

private final class RecordOutput {
    private var file: OutputFile
    private let isStandardOutput: Bool
    private var isInLine = false
    private(set) var byteCount = 0

    init(_ path: String) throws {
        file = try OutputFile(path)
        isStandardOutput = path == "-"
    }

    /// Ends the record, which takes the place of an earlier one unless it is empty.
    func complete() throws {
        if byteCount > 0 { try file.complete() }
    }

    /// Writes a part of the record, or the first part after a start of the service.
    func write(_ text: String, isFirst: Bool) throws {
        let bytes = Array(text.utf8)
        guard let last = bytes.last else { return }
        // A killed service may have left a line unfinished.
        let whole = isFirst && isInLine ? [UInt8(ascii: "\n")] + bytes : bytes
        // A reader that does not read must not keep a signal from ending this.
        if isStandardOutput { try writeAllToOutput(whole) } else { try file.write(whole) }
        isInLine = last != UInt8(ascii: "\n")
        byteCount += bytes.count
    }
}
