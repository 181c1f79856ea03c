import Glibc
import LinuxSystem

/// The configuration file of the daemon and the drop-ins beside it.
package enum ConfigurationFile {
    /// Where the file is unless somebody says otherwise.
    package static let defaultPath = "/etc/waymark/waymarkd.conf"

    /// Far more than anyone writes by hand, and little enough to hold in memory.
    private static let sizeLimit = 1 << 20

    /// Reads a file and its drop-ins over the defaults.
    ///
    /// The drop-ins are the files `*.conf` in the folder that is named like the file with `.d` at its end. They
    /// are read after the file, in the order of their names, and the last assignment of a key counts. An empty
    /// value stands for the default; of a list, for the empty list.
    ///
    /// - Parameters:
    ///   - path: The file; when it and its drop-ins are missing, the defaults remain.
    ///   - isRequired: Whether a missing file is an error, as when a person named it.
    /// - Returns: What the files say.
    /// - Throws: ``ConfigurationError`` with every problem of every file.
    package static func load(
        path: String = defaultPath,
        isRequired: Bool
    ) throws(ConfigurationError) -> Configuration {
        var reading = Reading()
        do {
            reading.take(try contentsOfFile(path, atMost: sizeLimit), from: path)
        } catch {
            if error.code != ENOENT || isRequired { reading.report(.unreadable(error), in: path) }
        }
        let folder = path + ".d"
        do {
            for name in try configurationFiles(in: folder) {
                let path = "\(folder)/\(name)"
                do {
                    reading.take(try contentsOfFile(path, atMost: sizeLimit), from: path)
                } catch {
                    reading.report(.unreadable(error), in: path)
                }
            }
        } catch {
            if error.code != ENOENT { reading.report(.unreadable(error), in: folder) }
        }
        return try reading.result()
    }

    /// Reads the text of one file over the defaults.
    ///
    /// - Parameters:
    ///   - text: What the file holds.
    ///   - path: The file that problems are reported for.
    /// - Returns: What the text says.
    /// - Throws: ``ConfigurationError`` with every problem of the text.
    package static func parse(_ text: String, path: String) throws(ConfigurationError) -> Configuration {
        var reading = Reading()
        reading.take(Array(text.utf8), from: path)
        return try reading.result()
    }

    private static func configurationFiles(in folder: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw SystemError("opendir", on: folder) }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}

/// The files that have been read so far, put together.
private struct Reading {
    private var configuration = Configuration()
    private var problems: [ConfigurationProblem] = []

    /// Lists that a file has begun: what the first assignment of all replaces is the default.
    private var begunLists: Set<String> = []

    private static let defaults = Configuration()

    mutating func report(_ reason: ConfigurationProblem.Reason, in file: String, line: Int? = nil) {
        problems.append(ConfigurationProblem(file: file, line: line, reason: reason))
    }

    mutating func take(_ bytes: [UInt8], from file: String) {
        let document = INIDocument(bytes)
        for fault in document.faults {
            switch fault {
            case .openSection(let line): report(.unclosedSection, in: file, line: line)
            case .noAssignment(let line): report(.notAnAssignment, in: file, line: line)
            case .unreadable(let line, let limit):
                report(.unreadableLine(limit: limit), in: file, line: line)
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

    consuming func result() throws(ConfigurationError) -> Configuration {
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return configuration
    }

    private mutating func setting(for assignment: INIDocument.Assignment, in file: String) -> Setting? {
        let section = assignment.section
        let key = assignment.key
        if let setting = Setting.all.first(where: { $0.section == section && $0.key == key }) {
            return setting
        }
        let reason: ConfigurationProblem.Reason =
            if section.isEmpty {
                .noSection(key: key)
            } else if !Setting.sections.contains(section) {
                .unknownSection(section, nearest: Spelling.nearest(to: section, among: Setting.sections))
            } else if let owner = Setting.all.first(where: { $0.key == key }) {
                .misplacedKey(key, section: section, belongsTo: owner.section)
            } else {
                .unknownKey(
                    key,
                    section: section,
                    nearest: Spelling.nearest(to: key, among: Setting.keys(in: section))
                )
            }
        report(reason, in: file, line: assignment.line)
        return nil
    }

    private mutating func apply(
        _ assignment: INIDocument.Assignment,
        to setting: Setting,
        in file: String
    ) {
        if assignment.value.isEmpty || (setting.isList && !begunLists.contains(setting.key)) {
            begunLists.insert(setting.key)
            setting.reset(&configuration)
        }
        guard !assignment.value.isEmpty, !setting.apply(assignment.value, &configuration) else { return }
        report(
            .badValue(assignment.value, key: setting.key, accepts: setting.accepts),
            in: file,
            line: assignment.line
        )
    }
}
