package import LocationModel
import UserInput

/// What one manifest says, or everything that is wrong with it.
package struct ManifestReading: Hashable, Sendable {
    /// What it says, unless there is an error.
    package let manifest: AppManifest?

    /// What is wrong, in the order of the lines.
    package let mistakes: [ManifestMistake]

    /// Fifty languages and more; a longer file is something else.
    package static let sizeLimit = 256 << 10

    /// What the name of a manifest's file ends with, behind the identifier of the app.
    package static let fileSuffix = ".app"

    /// Reads the bytes of a manifest.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds.
    ///   - origin: Where it came from, for mistakes.
    ///   - fileName: What its file is called, which has to name the app; `nil` for a text without a file.
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

    /// Reports a file that there is nothing to read of.
    init(mistake reason: ManifestMistake.Reason, in origin: String) {
        manifest = nil
        mistakes = [ManifestMistake(file: origin, reason: reason)]
    }
}

/// The mistakes of one file, as they are found.
struct MistakeLog {
    /// More than a person mends at once; a file of nothing but mistakes must not cost memory and time.
    private static let limit = 100

    private let file: String
    private var mistakes: [ManifestMistake] = []
    private var counts: [ManifestMistake.Severity: Int] = [:]

    /// Lines that hold bad characters or have no form, about which nothing else can be said.
    private var unreadableLines: Set<Int> = []

    init(file: String) { self.file = file }

    /// Adds what makes a line unreadable; any other mistake on the line is not added, since it may follow from this one.
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

    /// Whether it is no use to look for more errors.
    var isFull: Bool { counts[.error, default: 0] > Self.limit }

    /// The mistakes by line, those of the whole file first, and on one line as they were found.
    var inOrder: [ManifestMistake] {
        let sorted = mistakes.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
        guard isFull else { return sorted }
        return sorted + [ManifestMistake(file: file, reason: .moreMistakes(limit: Self.limit))]
    }
}
