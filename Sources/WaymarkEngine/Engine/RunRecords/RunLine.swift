package import LocationModel
package import Varlink

/// A line of a recorded run: what the service's engine was told, or what it decided, at which moment.
package enum RunLine: Codable, Sendable {
    /// The version of the form of the lines.
    ///
    /// Form 1 began with the whole engine, form 2 had other members in the state, form 3 other events and a line of its own for
    /// the time of a deadline, and form 4 an event of its own for what an app reads; no later version reads them.
    package static let form = 5

    case run(form: Int, program: String)

    /// The state of the engine at this moment, from which the events that follow can be replayed.
    case start(RunStart, at: Moment)
    case event(Event, at: Moment)

    /// The engine decided something at the event of the line before.
    case decision(RecordedDecision)

    /// Some events are missing here, so that nothing can be replayed before the next start.
    case gap(reason: String)

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - bytes: The line without its end.
    ///   - absent: Gets the names of values that the line lacks, because an earlier version wrote it.
    /// - Throws: ``RunLineProblem``.
    package init(_ bytes: [UInt8], absent: inout Set<String>) throws(RunLineProblem) {
        let absences = CodedDecoder.Absences()
        do {
            self = try CodedDecoder.decode(RunLine.self, bytes, absences)
        } catch { throw RunLineProblem(error) }
        absent.formUnion(absences.names)
    }

    package var json: [UInt8] {
        do {
            return try CodedEncoder.json(self) + [UInt8(ascii: "\n")]
        } catch { preconditionFailure("every line can be coded: \(error)") }
    }
}

package struct RecordedDecision: Hashable, Codable, Sendable {
    package let number: UInt64

    /// The widget, app or user concerned; empty for everybody.
    package let about: String
    package let name: String
    package let text: String

    package init(_ entry: JournalEntry) {
        number = entry.number
        about = [
            entry.subject.widget?.description,
            entry.subject.app?.description ?? entry.subject.user.map { "user \($0)" },
        ].compactMap(\.self).joined(separator: " ")
        name = entry.name
        text = entry.decision.text
    }
}

package struct RunLineProblem: Error, Hashable, Sendable {
    package let text: String

    init(_ error: any Error) {
        text = error is JSONError ? "it is not JSON" : "it is no line of a recorded run"
    }
}

extension EvidenceValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .number(let number): number.write(to: &json)
        case .word(let word): word.write(to: &json)
        }
    }
}
