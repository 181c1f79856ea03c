import LocationModel
import UserInput
import WaymarkEngine

/// A reader of scenarios: each line is about the beginning, an event at a time, or an expectation.
package struct ScenarioReader {
    /// The largest file that is read: far more than anyone writes by hand.
    package static let sizeLimit = 1 << 20

    /// The most steps: far more than anyone writes by hand, and a daily line a hundred times over a year.
    private static let stepLimit = 100_000
    private static let tooMuch =
        "expected that at most \(stepLimit) lines happen, daily ones counted each day; leave some out, or end earlier"

    private static let longest: Duration = .seconds(366 * 86_400)

    /// The most mistakes that are told: a file with more is no scenario.
    private static let mistakeLimit = 100

    private let path: String
    private var draft: ScriptDraft
    private var mistakes: [ScenarioMistake] = []

    /// Reads the bytes of a file; paths in it are relative to its folder.
    ///
    /// Throws every mistake.
    package static func read(
        _ bytes: [UInt8],
        path: String,
        surroundings: Surroundings
    ) throws(ScenarioMistakes) -> ScenarioScript {
        var reader = ScenarioReader(path: path, surroundings: surroundings)
        return try reader.read(bytes)
    }

    private init(path: String, surroundings: Surroundings) {
        self.path = path
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        draft = ScriptDraft(folder: folder, surroundings: surroundings)
    }

    private mutating func read(_ bytes: [UInt8]) throws(ScenarioMistakes) -> ScenarioScript {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            guard mistakes.count < Self.mistakeLimit else {
                report(1, "nothing is read from here on, after \(mistakes.count) mistakes", line: index + 1)
                break
            }
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                report(1, "expected text in UTF-8", line: index + 1)
                continue
            }
            do throws(LineMistake) { try read(ScenarioLine(text), number: index + 1) } catch {
                report(error.column, error.text, line: index + 1)
            }
        }
        let script = mistakes.isEmpty ? finish(lineCount: lines.count) : nil
        guard let script else { throw ScenarioMistakes(mistakes: mistakes) }
        return script
    }

    private mutating func report(_ column: Int, _ text: String, line: Int) {
        mistakes.append(ScenarioMistake(file: path, line: line, column: column, text: text))
    }

    private mutating func read(_ whole: ScenarioLine, number: Int) throws(LineMistake) {
        var line = whole
        guard let first = line.next else { return }
        guard !draft.isOver else {
            throw .expected("nothing after 'end'", at: first.column)
        }
        var dailyTime: Int?
        if line.skip("daily") {
            guard draft.time != nil else {
                throw .expected("a line with a time before the first 'daily'", at: first.column)
            }
            dailyTime = try line.value("a time of day such as 08:00") { Statement.secondsOfDay($0) }
        } else if let time = try time(&line) {
            if draft.time == nil {
                draft.start = draft.beginning
                if draft.origin == nil { draft.origin = draft.drive.route?.origin }
            }
            draft.time = time
        }
        guard let name = line.next else {
            throw line.mistake("what happens at that time")
        }
        let place: Statement.Place = draft.time == nil ? .beginning : .timed
        if place == .beginning, try readDrive(&line, number: number) { return }
        let named = Statement.all.filter { $0.name == name.text }
        guard let statement = named.first(where: { $0.place == place }) else {
            throw misplaced(line, named, place)
        }
        _ = line.skip(name.text)
        let text = line
        let action = try statement.read(&line, &draft)
        try line.end()
        guard let action, let time = draft.time else { return }
        let step = ScenarioScript.Step(
            time: time,
            line: number,
            text: "\(name.text) \(text.remainder)",
            action: action
        )
        if let dailyTime {
            draft.daily.append(ScriptDraft.Daily(secondsOfDay: dailyTime, step: step))
        } else {
            draft.steps.append(step)
            if action == .end { draft.isOver = true }
        }
    }

    private func misplaced(
        _ line: ScenarioLine,
        _ named: [Statement],
        _ place: Statement.Place
    ) -> LineMistake {
        let form = named.first?.form ?? ""
        switch (named.isEmpty, place) {
        case (true, _):
            let known = Statement.all.filter { $0.place == place }.map(\.name)
            let words = known + (place == .beginning ? Self.driveWords : ["daily"])
            return line.mistake("a time or one of \(Self.list(words))", among: words)
        case (false, .beginning):
            return .expected("a time before '\(form)', such as 08:00 or +5min", at: line.column)
        case (false, .timed):
            return .expected("'\(form)' before the first line with a time", at: line.column)
        }
    }

    private static func list(_ words: [String]) -> String {
        words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ", ")
    }

    // MARK: Times

    /// Reads the time of a line: a time of day, a date with one, or a span since the line before.
    private func time(_ line: inout ScenarioLine) throws(LineMistake) -> Duration? {
        guard let word = line.next else { return nil }
        let earlier = draft.time ?? .zero
        let beginning = draft.beginning
        let now = beginning.advanced(by: earlier)
        if word.text.hasPrefix("+") {
            guard let span = Quantity.duration(String(word.text.dropFirst())) else {
                throw line.mistake("a time span such as +90s or +5min")
            }
            guard earlier + span <= Self.longest else { throw Self.tooLate(word) }
            _ = line.skip(word.text)
            return earlier + span
        }
        guard word.text.first?.isNumber == true else { return nil }
        _ = line.skip(word.text)
        let form = "a time such as 08:00, 08:00:30 or 2026-11-03 08:00"
        let found: UTCInstant?
        if word.text.contains(":") {
            found = draft.next(word.text, notBefore: now)
        } else if let time = line.next, time.text.contains(":") {
            _ = line.skip(time.text)
            found = draft.instant(date: word.text, time: time.text)
        } else {
            found = nil
        }
        guard let found else {
            throw .expected("\(form), found '\(word.text.harmless)'", at: word.column)
        }
        guard found >= now else {
            throw .expected("a time not before that of the line before", at: word.column)
        }
        guard beginning.duration(to: found) <= Self.longest else { throw Self.tooLate(word) }
        return beginning.duration(to: found)
    }

    private static func tooLate(_ word: ScenarioLine.Word) -> LineMistake {
        .expected("a time within 366 days of the beginning", at: word.column)
    }

    // MARK: The simulated drive

    /// The words that begin a line about the simulated drive, with the sections of its keys.
    private static let driveSections: [(word: String, section: String)] = [
        ("simulated", "Receiver"), ("noise", "Noise"), ("route", "Route"),
    ]
    private static let driveWords = driveSections.map(\.word) + ["seed", "leap-second", "geoid-separation"]

    /// Reads a line about the simulated drive: a word for the section, a key and its value.
    private mutating func readDrive(_ line: inout ScenarioLine, number: Int) throws(LineMistake) -> Bool {
        guard let first = line.next else { return false }
        let section = Self.driveSections.first { $0.word == first.text }?.section ?? "Scenario"
        let keys = DriveSetting.all.filter { $0.section == section }
        if section != "Scenario" {
            _ = line.skip(first.text)
        } else if !keys.contains(where: { $0.key.dashed == first.text }) {
            return false
        }
        let key = line.next?.text ?? ""
        guard let setting = keys.first(where: { $0.key.dashed == key }) else {
            let words = keys.map(\.key.dashed)
            throw line.mistake("one of \(words.joined(separator: ", "))", among: words)
        }
        let keyColumn = line.column
        _ = line.skip(key)
        let value = try line.rest(setting.accepts)
        let name = "\(section).\(setting.key)"
        if let earlier = draft.driveLines[name], !setting.isList {
            throw .expected("'\(key)' once; it is in line \(earlier) already", at: keyColumn)
        }
        draft.driveLines[name] = number
        switch setting.apply(value.text, &draft.drive) {
        case .accepted: return true
        case .notUnderstood:
            throw .expected("\(setting.accepts), found '\(value.text.shortened.harmless)'", at: value.column)
        case .refused(let reason): throw LineMistake(column: value.column, text: reason)
        }
    }

    // MARK: The end

    /// Checks what only the whole file shows, and makes the scenario.
    private mutating func finish(lineCount: Int) -> ScenarioScript? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let short = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let drive = draft.drive.scenario(name: short, start: draft.beginning)
        let usesDrive = draft.sources.contains { if case .route = $0.kind { true } else { false } }
        if drive == nil, usesDrive || !draft.driveLines.isEmpty {
            let missing =
                draft.drive.route == nil
                ? "expected 'route origin PLACE' or 'route track FILE' for the simulated drive"
                : "expected at least one 'route waypoint', 'route stop' or 'route track'"
            report(1, missing, line: lineCount)
            return nil
        }
        guard
            let origin = draft.origin ?? draft.drive.route?.origin
                ?? Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
        else { preconditionFailure("zero is a coordinate") }
        guard let steps = allSteps() else { return nil }
        var journey = Journey(at: origin)
        for step in steps {
            if case .move(let movement) = step.action { journey.add(movement, at: step.time) }
        }
        return ScenarioScript(
            name: short,
            path: path,
            summary: draft.drive.summary,
            start: draft.beginning,
            offset: draft.offset,
            settings: draft.settings,
            drive: drive,
            sources: draft.receivers,
            beacons: draft.beacons,
            apps: draft.apps.map(\.withProgram),
            widgets: draft.widgets,
            journey: journey,
            steps: steps
        )
    }

    /// Returns all steps in the order of time, those of each day included; at one time the order of lines counts.
    ///
    /// If there are too many, it reports the line that is one too many, and returns `nil`.
    private mutating func allSteps() -> [ScenarioScript.Step]? {
        var steps = draft.steps
        guard steps.count <= Self.stepLimit else {
            report(1, Self.tooMuch, line: steps[Self.stepLimit].line)
            return nil
        }
        let beginning = draft.beginning
        let end = steps.map(\.time).max() ?? .zero
        for daily in draft.daily {
            let clock = String(
                UTCInstant(secondsSince1970: Int64(daily.secondsOfDay)).description.dropFirst(11).prefix(8)
            )
            var now = beginning.advanced(by: daily.step.time)
            while let next = draft.next(clock, notBefore: now), beginning.duration(to: next) <= end {
                let step = daily.step
                guard steps.count < Self.stepLimit else {
                    report(1, Self.tooMuch, line: step.line)
                    return nil
                }
                steps.append(
                    .init(
                        time: beginning.duration(to: next),
                        line: step.line,
                        text: step.text,
                        action: step.action
                    )
                )
                now = next.advanced(by: .seconds(1))
            }
        }
        return steps.enumerated()
            .sorted {
                ($0.element.time, $0.element.action == .end ? 1 : 0, $0.element.line, $0.offset)
                    < ($1.element.time, $1.element.action == .end ? 1 : 0, $1.element.line, $1.offset)
            }
            .map(\.element)
    }
}
