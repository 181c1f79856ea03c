import LocationModel
import Varlink
package import WaymarkEngine

/// A recorded run with coarse locations: what the service would have decided if it had known no place better.
///
/// The decisions of the service itself tell distances, so they are replaced with those of an engine that is told the
/// coarse events. So the coarse record can be replayed like any other.
package struct CoarseRun {
    private var engine: Engine?

    package init() {}

    /// Adds the next line of the record, and writes the lines that replace it.
    package mutating func add(_ line: RunLine, _ write: (RunLine) -> Void) {
        switch line {
        case .run(let form, let program):
            write(.run(form: form, program: program + ", with coarse locations"))
        case .gap:
            engine = nil
            write(line)
        case .start:
            let line = line.coarse
            if case .start(let start, let now) = line { engine = start.engine(at: now) }
            write(line)
        case .event(_, let now):
            let line = line.coarse
            if case .event(let event, _) = line { handle(event, at: now, as: line, write) }
        case .decision: break
        }
    }

    private mutating func handle(
        _ event: Event,
        at now: Moment,
        as line: RunLine,
        _ write: (RunLine) -> Void
    ) {
        guard let effects = engine?.handle(event, at: now) else { return }
        write(line)
        for case .record(let entry) in effects { write(.decision(RecordedDecision(entry))) }
    }
}

extension RunLine {
    fileprivate var coarse: RunLine {
        do {
            return try CodedDecoder.decode(
                RunLine.self,
                CodedEncoder.json(self) { value, _ in (value as? any Coarsened)?.coarse }
            )
        } catch { preconditionFailure("every line can be coded: \(error)") }
    }
}
