/// Applies files to a target and collects their problems.
package struct INIReading<Target> {
    private var target: Target
    private let settings: [INISetting<Target>]
    private var problems: [INIProblem] = []
    package private(set) var origins = INIOrigins()

    /// The lists that a file has assigned to; the first assignment replaces the default.
    private var begunLists: Set<String> = []

    package init(_ target: Target, of settings: [INISetting<Target>]) {
        self.target = target
        self.settings = settings
    }

    private mutating func report(_ reason: INIProblem.Reason, in file: String, line: Int? = nil) {
        problems.append(INIProblem(file: file, line: line, reason: reason))
    }

    /// Applies the assignments of a file after those of earlier files, or reports why it cannot be read.
    package mutating func read(_ contents: Result<[UInt8], some Error>, from file: String) {
        switch contents {
        case .success(let bytes): read(bytes, from: file)
        case .failure(let error): report(.unreadable("\(error)"), in: file)
        }
    }

    package mutating func read(_ bytes: [UInt8], from file: String) {
        let document = INIDocument(bytes)
        for fault in document.faults { report(fault.reason, in: file, line: fault.line) }
        let unreadableLines = Set(document.faults.map(\.line))
        var firstLines: [String: Int] = [:]
        let known = settings.sections()
        for section in document.sections where !section.assignments.isEmpty {
            guard section.name.isEmpty || known.contains(section.name) else {
                let nearest = Spelling.nearest(to: section.name, among: known)
                let reason = INIProblem.Reason.unknownSection(section.name, nearest: nearest, known: known)
                report(reason, in: file, line: section.line)
                continue
            }
            for assignment in section.assignments where !unreadableLines.contains(assignment.line) {
                guard let setting = setting(for: assignment, in: section.name, of: file) else { continue }
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
        }
        problems.sort { left, right in
            left.file == right.file && left.file == file && (left.line ?? 0) < (right.line ?? 0)
        }
    }

    /// Returns the target with every assignment applied.
    ///
    /// - Throws: ``INIError`` with every problem of every file, unless there is none.
    package consuming func result() throws(INIError) -> Target {
        guard problems.isEmpty else { throw INIError(problems: problems) }
        return target
    }

    private mutating func setting(
        for assignment: INIDocument.Assignment,
        in section: String,
        of file: String
    ) -> INISetting<Target>? {
        let key = assignment.key
        if let setting = settings.first(where: { $0.section == section && $0.key == key }) {
            return setting
        }
        let reason: INIProblem.Reason =
            if section.isEmpty {
                .noSection(key: key)
            } else if let owner = settings.first(where: { $0.key == key }) {
                .misplacedKey(key, section: section, belongsTo: owner.section)
            } else {
                .unknownKey(key, section: section, known: settings.keys(in: section))
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
            origins.removeAll(of: setting.section, setting.key)
            if assignment.value.isEmpty { return }
        }
        let reason: INIProblem.Reason
        switch setting.apply(assignment.value, &target) {
        case .accepted:
            let place = "\(file):\(assignment.line)"
            return origins.add(assignment.value, to: setting.section, setting.key, from: place)
        case .notUnderstood:
            reason = .badValue(assignment.value, key: setting.key, accepts: setting.accepts)
        case .refused(let because):
            reason = .refusedValue(assignment.value, key: setting.key, because: because)
        }
        report(reason, in: file, line: assignment.line)
    }
}
