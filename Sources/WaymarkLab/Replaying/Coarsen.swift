import CommandLineTool
import Glibc
import Lab
import LinuxSystem
import UserInput
import WaymarkEngine

extension Command {
    static let coarsen = Command(
        name: "coarsen",
        summary: "write a record of the service with coarse places",
        operands: "[RECORD]",
        options: [
            .init("output", letter: "o", value: .path("FILE"), "write to this file; '-' is standard output")
        ],
        details: """
            Reads a record that 'waymarkctl record' wrote, or standard input, and writes it with the places that apps
            with reduced accuracy are told, about 5 km large, without what widgets show, and with the decisions
            that follow from those. It replays like any other. To keep the exact places off the disk:
            'sudo waymarkctl record -o - | waymark-lab coarsen -o FILE'.

            Only its owner may read FILE, which is there once it is complete. It needs no service.
            """
    ) { invocation in
        let path = invocation.operands.first ?? "-"
        guard let output = invocation.line.value(of: "output") else {
            throw Failure.usage("-o FILE is missing")
        }
        // Ctrl-C is for the program that writes the record: after it has ended, there is the rest of the record.
        if path == "-" { _ = signal(SIGINT, SIG_IGN) }
        var file = try OutputFile(output)
        var run = CoarseRun()
        var number = 0
        var isRecord = false
        let noRecord = Failure.refused(
            "\(path == "-" ? "standard input" : path): it is no record of the service; nothing is written"
        )
        try readRecord(path) { bytes, _, _ in
            number += 1
            // The service writes an empty line after one that a kill may have cut.
            guard !bytes.isEmpty else { return }
            guard isRecord || bytes.starts(with: RunReplayCommand.beginning) else { throw noRecord }
            isRecord = true
            var absent: Set<String> = []
            let line: RunLine
            do throws(RunLineProblem) { line = try RunLine(bytes, absent: &absent) } catch {
                Output.complain("\(path):\(number): the line is left out: \(error.text)".harmless)
                line = .gap(reason: error.text)
            }
            if case .run(let form, let program) = line {
                try RunReplayCommand.check(form, of: program, path)
            }
            var text: [UInt8] = []
            run.add(line) { text += $0.json }
            try file.write(text)
        }
        guard isRecord else { throw noRecord }
        try file.complete()
    }
}
