import LinuxSystem
import Manifests
import UserInput
import Varlink

extension Command {
    /// `waymarkctl lint`.
    static let lint = Command(
        name: "lint",
        summary: "find every mistake in manifests of apps",
        operands: "[FILE]...",
        options: [.init("strict", "fail on warnings too")],
        details: """
            Prints one line a mistake: the file, the line, 'error', 'warning' or 'note', and what would be right. A
            manifest with an error does not count for the service; a warning is most likely not what its author meant;
            a note names a key that has no effect yet.
            '-' is standard input. Of a folder, it reads the manifests as the service does; without FILE, of the
            folders where they are installed and of one's own. With --format json each line is one mistake. It needs
            no service.

            Exit status: 0 no errors; 1 there are some; 2 wrong usage.
            """
    ) { (invocation) throws(Failure) in
        let paths = invocation.line.operands
        let mistakes = paths.isEmpty ? mistakesInPlace() : paths.flatMap(mistakes)
        for mistake in mistakes {
            if invocation.isForMachines {
                try invocation.output.line(LintRecord(mistake: mistake).json)
            } else {
                try invocation.output.line("\(mistake)".harmless)
            }
        }
        let errors = mistakes.count { $0.severity == .error }
        let warnings = mistakes.count { $0.severity == .warning }
        guard errors > 0 || warnings > 0 && invocation.line.has("strict") else { return }
        throw .refused("\(counted(errors, "error")), \(counted(warnings, "warning"))")
    }

    private static func mistakes(in path: String) -> [ManifestMistake] {
        let isFolder: Bool
        do throws(SystemError) {
            _ = try Folder(path)
            isFolder = true
        } catch { isFolder = false }
        guard isFolder else { return ManifestReading(path: path).mistakes }
        // Whose files they are matters where they will be installed, not where they are written.
        return ManifestScan(ManifestFolder(path: path, owners: nil)).mistakes
    }

    /// What is wrong with the manifests that are where they belong.
    private static func mistakesInPlace() -> [ManifestMistake] {
        let folders = ManifestFolder.installed + [ManifestFolder.ofPerson()].compactMap(\.self)
        return folders.flatMap { ManifestScan($0).mistakes }
    }
}

/// A mistake for programs.
private struct LintRecord: JSONWritable {
    let mistake: ManifestMistake

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("file", mistake.file)
            json.member("line", mistake.line)
            json.member("message", "\(mistake.reason)")
            json.member("severity", mistake.severity.rawValue)
        }
    }
}
