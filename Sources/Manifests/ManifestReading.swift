package import LocationModel
import UserInput

/// The content of one manifest, or its mistakes.
package struct ManifestReading: Hashable, Sendable {
    /// The manifest; `nil` when there is an error.
    package let manifest: AppManifest?

    /// The mistakes, in the order of the lines.
    package let mistakes: [ManifestMistake]

    /// The largest file that is read: enough for more than fifty languages.
    package static let sizeLimit = 256 << 10

    /// The end of a manifest's file name, after the app's identifier.
    package static let fileSuffix = ".app"

    /// Reads the bytes of a manifest.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - origin: The path of the file, or the name of another origin, for mistakes.
    ///   - fileName: The name of the file, which must be that of the app; `nil` for a text without a file.
    package init(_ bytes: [UInt8], from origin: String, fileName: String?) {
        var log = MistakeLog(file: origin)
        var manifest: AppManifest?
        if bytes.count > Self.sizeLimit {
            log.add(.tooLarge(limit: Self.sizeLimit))
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            log.add(.wideCharacters)
        } else {
            let outline = ManifestOutline(INIDocument(bytes, values: .wholeLine), &log)
            manifest = ManifestDraft(outline).manifest(fileName: fileName, &log)
        }
        mistakes = log.inOrder
        self.manifest = log.hasErrors ? nil : manifest
    }

    /// Reports a file that cannot be read at all.
    init(mistake reason: ManifestMistake.Reason, in origin: String) {
        manifest = nil
        mistakes = [ManifestMistake(file: origin, reason: reason)]
    }
}

/// The mistakes of one file while it is read.
struct MistakeLog {
    /// The most mistakes of each severity: a file full of mistakes must not cost memory and time.
    private static let limit = 100

    private let file: String
    private var mistakes: [ManifestMistake] = []
    private var counts: [ManifestMistake.Severity: Int] = [:]

    /// The lines that could not be read properly.
    private var unreadableLines: Set<Int> = []

    init(file: String) { self.file = file }

    /// Adds the mistake of an unreadable line; other mistakes on that line are dropped, since they may follow from it.
    mutating func addUnreadableLine(_ reason: ManifestMistake.Reason, at line: Int) {
        add(reason, at: line)
        unreadableLines.insert(line)
    }

    mutating func add(_ reason: ManifestMistake.Reason, at line: Int? = nil) {
        if let line, unreadableLines.contains(line) { return }
        let mistake = ManifestMistake(file: file, line: line, reason: reason)
        counts[mistake.severity, default: 0] += 1
        if counts[mistake.severity, default: 0] <= Self.limit { mistakes.append(mistake) }
    }

    var hasErrors: Bool { counts[.error] != nil }

    /// Whether further errors would be dropped.
    var isFull: Bool { counts[.error, default: 0] > Self.limit }

    /// The mistakes in the order of the lines, those of the whole file first.
    var inOrder: [ManifestMistake] {
        let sorted = mistakes.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
        guard isFull else { return sorted }
        return sorted + [ManifestMistake(file: file, reason: .moreMistakes(limit: Self.limit))]
    }
}
