package import LocationModel
import UserInput

package struct ManifestReading: Hashable, Sendable {
    /// The manifest; `nil` if there is an error.
    package let manifest: AppManifest?

    /// The mistakes, in the order of the lines.
    package let mistakes: [ManifestMistake]

    /// The largest size of a manifest in bytes, enough for more than fifty languages.
    package static let sizeLimit = 256 << 10

    static let tooLarge = "larger than \(sizeLimit) bytes, the limit for a manifest"

    /// The suffix of a manifest's file name, after the app's identifier.
    package static let fileSuffix = ".app"

    /// Parses the bytes of a manifest.
    ///
    /// The file name must match the app's identifier; a text without a file has none.
    package init(_ bytes: [UInt8], from origin: String, fileName: String?) {
        let log = MistakeLog(file: origin)
        var manifest: AppManifest?
        if bytes.count > Self.sizeLimit {
            log.add(Self.tooLarge)
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            log.add("the file is UTF-16; save it as UTF-8")
        } else {
            let draft = ManifestDraft(INIDocument(bytes, values: .wholeLine), log)
            manifest = draft.manifest(fileName: fileName)
        }
        mistakes = log.inOrder
        self.manifest = log.hasErrors ? nil : manifest
    }

    init(mistake reason: String, in origin: String) {
        manifest = nil
        mistakes = [ManifestMistake(file: origin, message: reason)]
    }
}

final class MistakeLog {
    /// The most mistakes of one severity to keep, so that a file full of mistakes costs little memory and time.
    private static let limit = 100

    private let file: String
    private var mistakes: [ManifestMistake] = []
    private var counts: [ManifestMistake.Severity: Int] = [:]

    /// The lines that could not be read properly: any further mistake on them is not added, since it may follow from that.
    var unreadableLines: Set<Int> = []

    init(file: String) { self.file = file }

    func add(
        _ reason: @autoclosure () -> String,
        at line: Int? = nil,
        column: Int? = nil,
        as severity: ManifestMistake.Severity = .error
    ) {
        if let line, unreadableLines.contains(line) { return }
        counts[severity, default: 0] += 1
        guard counts[severity, default: 0] <= Self.limit else { return }
        mistakes.append(
            ManifestMistake(file: file, line: line, column: column, severity: severity, message: reason())
        )
    }

    func add(_ reason: INIProblem.Reason, at line: Int?) { add(reason.description, at: line) }

    var hasErrors: Bool { counts[.error] != nil }

    /// Whether looking for more errors is pointless.
    var isFull: Bool { counts[.error, default: 0] > Self.limit }

    /// The mistakes in the order of their lines, starting with those of the whole file.
    var inOrder: [ManifestMistake] {
        let sorted = mistakes.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
        guard isFull else { return sorted }
        let more = "too many mistakes; only about the first \(Self.limit) are listed"
        return sorted + [ManifestMistake(file: file, message: more)]
    }
}
