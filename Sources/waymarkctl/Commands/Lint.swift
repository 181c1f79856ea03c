import LinuxSystem
import Manifests
import UserInput
import Varlink

extension Command {
    /// `waymarkctl lint`.
    static let lint = Command(
        name: "lint",
        summary: "check manifests of apps for mistakes",
        operands: "[FILE]...",
        options: [.init("strict", "also fail on warnings")],
        details: """
            Prints one line for each mistake: the file, the line, inside JSON the column, 'error' or 'warning',
            and the correction. The service ignores a manifest with an error. A warning is most likely not what
            the author meant. '-' is standard input. For a folder, it reads the manifests in it as the service
            does. Without FILE, it reads the folders of installed manifests and your own. With --format json, each
            line is one mistake. It needs no service.

            Exit status: 0 no errors; 1 errors; 2 wrong usage.
            """
    ) { (invocation) throws(Failure) in
        let paths = invocation.operands
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
        // The owner matters only where manifests are installed.
        return ManifestScan(ManifestFolder(path: path, owners: nil)).mistakes
    }

    /// Returns the mistakes in the installed manifests and in the user's own.
    private static func mistakesInPlace() -> [ManifestMistake] {
        let folders = ManifestFolder.installed + [ManifestFolder.ofPerson()].compactMap(\.self)
        return folders.flatMap { ManifestScan($0).mistakes }
    }
}

/// A mistake as JSON.
private struct LintRecord: JSONWritable {
    let mistake: ManifestMistake

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("column", mistake.column)
            json.member("file", mistake.file)
            json.member("line", mistake.line)
            json.member("message", "\(mistake.reason)")
            json.member("severity", mistake.severity.rawValue)
        }
    }
}
