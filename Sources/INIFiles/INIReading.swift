/// What the files that have been read so far make of a target, and what is wrong with them.
package struct INIReading<Target> {
    private var target: Target
    private let settings: [INISetting<Target>]
    private var problems: [INIProblem] = []

    /// Lists that a file has begun: what the first assignment of all replaces is the default.
    private var begunLists: Set<String> = []

    /// Begins with a target that nothing has changed yet.
    package init(_ target: Target, of settings: [INISetting<Target>]) {
        self.target = target
        self.settings = settings
    }

    /// Adds a problem that is found elsewhere.
    package mutating func report(_ reason: INIProblem.Reason, in file: String, line: Int? = nil) {
        problems.append(INIProblem(file: file, line: line, reason: reason))
    }

    /// Reads the bytes of a file, whose assignments count in their order and after those of earlier files.
    package mutating func take(_ bytes: [UInt8], from file: String) {
        let document = INIDocument(bytes)
        for fault in document.faults {
            switch fault {
            case .openSection(let line): report(.unclosedSection, in: file, line: line)
            case .noAssignment(let line): report(.notAnAssignment, in: file, line: line)
            case .unreadable(let line, let limit):
                report(.unreadableLine(limit: limit), in: file, line: line)
            case .notUnicode(let line): report(.notUnicode, in: file, line: line)
            }
        }
        var firstLines: [String: Int] = [:]
        for assignment in document.assignments {
            guard let setting = setting(for: assignment, in: file) else { continue }
            if !setting.isList {
                let name = "\(setting.section).\(setting.key)"
                if let firstLine = firstLines[name] {
                    report(.duplicate(setting.key, firstLine: firstLine), in: file, line: assignment.line)
                    continue
                }
                firstLines[name] = assignment.line
            }
            apply(assignment, to: setting, in: file)
        }
        problems.sort { left, right in
            left.file == right.file && left.file == file && (left.line ?? 0) < (right.line ?? 0)
        }
    }

    /// Returns what has become of the target.
    ///
    /// - Throws: ``INIError`` with every problem of every file, unless there is none.
    package consuming func result() throws(INIError) -> Target {
        guard problems.isEmpty else { throw INIError(problems: problems) }
        return target
    }

    private mutating func setting(for assignment: INIDocument.Assignment, in file: String) -> INISetting<
        Target
    >? {
        let section = assignment.section
        let key = assignment.key
        if let setting = settings.first(where: { $0.section == section && $0.key == key }) {
            return setting
        }
        let sections = settings.sections()
        let keys = settings.keys(in: section)
        let reason: INIProblem.Reason =
            if section.isEmpty {
                .noSection(key: key)
            } else if !sections.contains(section) {
                .unknownSection(
                    section,
                    nearest: Spelling.nearest(to: section, among: sections),
                    known: sections
                )
            } else if let owner = settings.first(where: { $0.key == key }) {
                .misplacedKey(key, section: section, belongsTo: owner.section)
            } else {
                .unknownKey(
                    key,
                    section: section,
                    nearest: Spelling.nearest(to: key, among: keys),
                    known: keys
                )
            }
        report(reason, in: file, line: assignment.line)
        return nil
    }

    private mutating func apply(
        _ assignment: INIDocument.Assignment,
        to setting: INISetting<Target>,
        in file: String
    ) {
        if let reset = setting.reset,
            assignment.value.isEmpty || (setting.isList && !begunLists.contains(setting.key))
        {
            begunLists.insert(setting.key)
            reset(&target)
            if assignment.value.isEmpty { return }
        }
        let reason: INIProblem.Reason
        switch setting.apply(assignment.value, &target) {
        case .taken: return
        case .notUnderstood:
            reason = .badValue(assignment.value, key: setting.key, accepts: setting.accepts)
        case .refused(let because):
            reason = .misplacedValue(assignment.value, key: setting.key, because: because)
        }
        report(reason, in: file, line: assignment.line)
    }
}
