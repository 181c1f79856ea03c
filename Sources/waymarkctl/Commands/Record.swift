import CommandLineTool
import LinuxSystem
import ServiceClient
import UserInput
import WaymarkInterfaces

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
        var file = try OutputFile(path)
        let newline = UInt8(ascii: "\n")
        var byteCount = 0
        var isInLine = false
        let record = Result {
            try invocation.service.follow(InspectInterface.Record()) { answer in
                let bytes = Array(answer.value.text.utf8)
                guard let last = bytes.last else { return }
                // The first part after a start: a killed service may have left a line unfinished.
                let whole = answer.value.sequence == 1 && isInLine ? [newline] + bytes : bytes
                // A reader that does not read must not keep a signal from ending this.
                if path == "-" { try writeAllToOutput(whole) } else { try file.write(whole) }
                isInLine = last != newline
                byteCount += bytes.count
            }
        }
        // It takes the place of an earlier record unless it is empty, also if it was broken off.
        if byteCount > 0 { try file.complete() }
        try record.get()
        if path != "-" { Output.complain("recorded \(byteCount) bytes in \(path)".harmless) }
    }
}
