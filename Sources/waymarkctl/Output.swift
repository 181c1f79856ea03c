import Glibc
import LinuxSystem
import LocationModel

/// Standard output: whole lines, at once, and coloured where a person sees them.
struct Output {
    /// A colour of a word.
    enum Colour: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case faint = 2
    }

    /// Whether colours are shown.
    let isColoured: Bool

    /// Whether more than ASCII is shown.
    let isUnicode: Bool

    /// Looks at where the output goes.
    init() {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let terminal = Environment.value(of: "TERM")
        isColoured = isTerminal && Environment.value(of: "NO_COLOR") == nil && terminal != "dumb"
        let locale =
            Environment.value(of: "LC_ALL") ?? Environment.value(of: "LC_CTYPE")
            ?? Environment.value(of: "LANG")
        isUnicode = isTerminal && (locale ?? "").uppercased().contains("UTF-8")
    }

    /// Prints a line.
    ///
    /// It is written without a buffer, so that a program at the other end of a pipe sees it now.
    func line(_ text: String) throws(Failure) { try write(Array("\(text)\n".utf8)) }

    /// Prints JSON as a line: what a provider sent may have line breaks between its values.
    func line(_ json: [UInt8]) throws(Failure) {
        try write(json.map { $0 == 0x0A || $0 == 0x0D ? UInt8(ascii: " ") : $0 } + [UInt8(ascii: "\n")])
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemError) {
            try writeAll(bytes, to: STDOUT_FILENO, named: "standard output")
        } catch { throw Failure(error) }
    }

    /// Prints rows with their columns aligned; the last is as long as it is.
    func table(_ rows: [[String]]) throws(Failure) {
        var widths: [Int] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], cell.count)
            }
        }
        for row in rows {
            let cells = row.enumerated()
                .map { index, cell in index == row.count - 1 ? cell : cell.padded(to: widths[index]) }
            try line(cells.joined(separator: "  "))
        }
    }

    /// Returns `text` in a colour, where colours are shown.
    func coloured(_ text: String, _ colour: Colour) -> String {
        isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Prints a line for a person on standard error.
    static func complain(_ text: String) {
        // There is nobody left to tell when this fails.
        try? writeAll(Array("\(text)\n".utf8), to: STDERR_FILENO, named: "standard error")
    }
}

extension String {
    /// The text with blanks behind it, `width` characters long at least.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The text on one line and without control characters.
    ///
    /// What providers send reaches the terminal of somebody else, who would obey its escape sequences.
    var harmless: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
            )
        )
    }
}

/// A date for a person, to the millisecond and with as many digits as any other; the text itself where it is none.
func spoken(date text: String) -> String {
    guard let date = UTCInstant(text) else { return text.harmless }
    return date.text(places: 3)
}

/// A time as people say it: `0.4 s`, `12 s`, `3 min`, `2 h 5 min`, `4 d 3 h`.
func spoken(seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "long" }
    if seconds < 10 { return "\((seconds * 10).rounded() / 10) s" }
    let whole = Int(seconds.rounded())
    switch whole {
    case ..<120: return "\(whole) s"
    case ..<7200: return "\(whole / 60) min" + (whole % 60 == 0 ? "" : " \(whole % 60) s")
    case ..<172_800: return "\(whole / 3600) h" + (whole / 60 % 60 == 0 ? "" : " \(whole / 60 % 60) min")
    default: return "\(whole / 86_400) d \(whole / 3600 % 24) h"
    }
}

/// Returns a number of things as a person says it: "1 widget", "2 widgets".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
