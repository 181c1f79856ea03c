import Lab
import LocationModel
import WaymarkEngine

/// Reads any bytes as a record of the service: each line is one of a record, and reads the same again, or has a problem.
///
/// A replay of the lines ends, and counts what it was told.
func fuzzRecord(_ bytes: [UInt8]) {
    var replay = RunReplay(notingHabits: true)
    var number = 0
    for text in bytes.split(separator: UInt8(ascii: "\n")) {
        number += 1
        guard let line = read(Array(text)) else {
            replay.replay(.gap(reason: "it cannot be read"), number: number) { _ in }
            continue
        }
        replay.replay(line, number: number) { step in
            if case .differs(let difference) = step { precondition(difference.line == number) }
        }
    }
    precondition(replay.counts.starts + replay.counts.events + replay.counts.equalDecisions <= number)
}

private func read(_ bytes: [UInt8]) -> RunLine? {
    var absent: Set<String> = []
    do throws(RunLineProblem) {
        let line = try RunLine(bytes, absent: &absent)
        let json = line.json
        precondition(json.last == UInt8(ascii: "\n") && !json.dropLast().contains(UInt8(ascii: "\n")))
        var absentAgain: Set<String> = []
        guard let again = try? RunLine(Array(json.dropLast()), absent: &absentAgain) else {
            preconditionFailure("what was written cannot be read")
        }
        precondition(absentAgain.isEmpty, "what was written is whole")
        precondition(again.json == json, "a line that is read and written is the same")
        return line
    } catch {
        precondition(!error.text.isEmpty)
        return nil
    }
}
