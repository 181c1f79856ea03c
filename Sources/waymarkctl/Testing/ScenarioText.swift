import Lab
import LinuxSystem
import LocationModel
import UserInput
import WaymarkEngine

extension ScenarioScript {
    /// Reads the scenario at a path.
    ///
    /// - Throws: ``Failure/refused(_:)`` with every mistake.
    static func read(_ path: String) throws(Failure) -> ScenarioScript {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try contentsOfFile(path, atMost: ScenarioReader.sizeLimit)
        } catch { throw Failure(error) }
        do throws(ScenarioMistakes) {
            return try ScenarioReader.read(bytes, path: path, surroundings: .live)
        } catch { throw .refused("\(error)") }
    }

    /// Returns the local time of an instant, with the date if it is not that of the beginning.
    func localTime(_ instant: UTCInstant) -> String {
        let text = local(instant)
        let time = text.dropFirst(11).prefix(8)
        return text.prefix(10) == local(start).prefix(10) ? String(time) : "\(text.prefix(10)) \(time)"
    }

    private func local(_ instant: UTCInstant) -> String {
        instant.advanced(by: .seconds(offset(instant))).description
    }

    /// Returns a decision on one line, with the name of its widget or app in the scenario.
    func line(_ entry: JournalEntry, naming widgets: [WidgetIdentifier: String]) -> String {
        let subject =
            entry.subject.widget.map { widgets[$0] ?? $0.description }
            ?? entry.subject.app.flatMap { app in apps.first { $0.key == app }?.name } ?? ""
        let time = localTime(entry.moment.utc)
        return "\(time)  \(subject.padded(to: 8)) \(entry.decision.name.padded(to: 16))  "
            + entry.decision.text.harmless.withInstants(localTime)
    }
}

extension ScenarioFailure {
    /// The failure with the decisions around it.
    func lines(in script: ScenarioScript, naming widgets: [WidgetIdentifier: String]) -> [String] {
        [
            "\(script.path):\(line): \(text.harmless)",
            "  at \(script.localTime(moment.utc)): \(found.harmless)",
        ]
            + journal.map { "    " + script.line($0, naming: widgets) }
    }
}
