import Glibc
package import LinuxSystem
package import LocationModel
package import UserInput

/// Standard output, written in unbuffered lines, in colour on a terminal.
package struct Output {
    package enum Colour: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case bold = 1
        case faint = 2
    }

    package let isColoured: Bool
    package let isUnicode: Bool

    package static let utcOption = CommandOption("utc", "print times in UTC instead of local time")

    /// Whether times are in UTC, and not in local time.
    package let isUTC: Bool

    /// The widest table on a terminal; `nil` elsewhere.
    package let tableWidth: Int?

    /// The mark for what is left out.
    package var ellipsis: String { isUnicode ? "…" : "..." }

    /// Determines the capabilities of standard output.
    package init(isUTC: Bool = false, mayColour: Bool = true) {
        self.isUTC = isUTC
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let terminal = Environment.value(of: "TERM")
        isColoured = mayColour && isTerminal && Environment.value(of: "NO_COLOR") == nil && terminal != "dumb"
        let locale =
            Environment.value(of: "LC_ALL") ?? Environment.value(of: "LC_CTYPE")
            ?? Environment.value(of: "LANG")
        tableWidth = isTerminal ? 100 : nil
        isUnicode = isTerminal && (locale ?? "").uppercased().contains("UTF-8")
    }

    /// Prints a line, without buffering it.
    package func line(_ text: String) throws(SystemError) { try writeAllToOutput(Array("\(text)\n".utf8)) }

    /// Prints JSON on one line; a provider's JSON may contain line breaks between its values.
    package func line(_ json: [UInt8]) throws(SystemError) {
        try writeAllToOutput(
            json.map { $0 == 0x0A || $0 == 0x0D ? UInt8(ascii: " ") : $0 } + [UInt8(ascii: "\n")]
        )
    }

    /// Prints rows with aligned columns, without padding the last cell.
    ///
    /// A row with a single cell is printed as it is. On a terminal the columns of `identifiers` are shortened until the
    /// table fits.
    package func table(_ rows: [[String]], identifiers: [Int] = []) throws(SystemError) {
        for row in Self.aligned(rows, identifiers, within: tableWidth, ellipsis) {
            try line(row)
        }
    }

    package static func aligned(
        _ rows: [[String]],
        _ identifiers: [Int],
        within limit: Int?,
        _ ellipsis: String
    ) -> [String] {
        var widths: [Int] = []
        for row in rows where row.count > 1 {
            for (index, cell) in row.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], cell.count)
            }
        }
        while let limit, widths.reduce(-2, { $0 + $1 + 2 }) > limit,
            let widest = identifiers.filter({ $0 < widths.count && widths[$0] > 12 })
                .max(by: { widths[$0] < widths[$1] })
        {
            widths[widest] -= 1
        }
        return rows.map { row in
            guard row.count > 1 else { return row.joined() }
            return row.enumerated()
                .map { index, cell in
                    let isName = identifiers.contains(index)
                    let cell = isName ? cell.shortened(to: widths[index], ellipsis) : cell
                    return index == row.count - 1 ? cell : cell.padded(to: widths[index])
                }
                .joined(separator: "  ")
        }
    }

    /// Returns a sentence for the last column, on a terminal in lines that fit, each but the first with an indent.
    package func wrapped(_ text: String, indent: Int) -> String {
        guard let tableWidth, tableWidth - indent >= 20 else { return text }
        return Self.lines(of: text, within: tableWidth - indent)
            .joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// Returns the lines of a text whose words stay whole; only a word that is too long goes beyond the limit.
    package static func lines(of text: String, within limit: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= limit {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
    }

    package func coloured(_ text: String, _ colour: Colour) -> String {
        isColoured ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    package static func complain(_ text: String) {
        // Ignore a failure: there is nowhere to report it.
        try? writeAll(Array("\(text)\n".utf8), to: STDERR_FILENO, named: "standard error")
    }
}

extension String {
    /// Returns the text padded with trailing spaces to at least `width` characters.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// Returns the text with its middle left out if it is longer than `width` characters.
    package func shortened(to width: Int, _ ellipsis: String) -> String {
        guard count > width else { return self }
        let rest = width - ellipsis.count
        return prefix(rest / 2) + ellipsis + suffix(rest - rest / 2)
    }
}

extension Output {
    /// Returns a time for people, by default with milliseconds; the text itself if it is not one.
    ///
    /// The time is local, or in UTC with a Z. The date precedes it unless it is that of `today`.
    package func spoken(date text: String, places: Int = 3, today: UTCInstant = Self.now) -> String {
        guard let date = UTCInstant(text) else { return text.harmless }
        let words = local(date).text(places: places).dropLast()
        let day = words.prefix(10)
        let time = words.dropFirst(11) + (isUTC ? "Z" : "")
        return local(today).text(places: 0).hasPrefix(day) ? String(time) : "\(day) \(time)"
    }

    /// Returns a time for people, in whole seconds; a question mark if it is not known.
    package func spoken(_ instant: UTCInstant?) -> String {
        instant.map { spoken(date: $0.description, places: 0) } ?? "?"
    }

    /// Returns a text of the service on one line, whose instants are told like all other times.
    package func told(_ text: String, today: UTCInstant = Self.now) -> String {
        text.harmless.withInstants { instant in
            let places = instant.nanosecondsSince1970 % 1_000_000_000 == 0 ? 0 : 3
            return spoken(date: instant.description, places: places, today: today)
        }
    }

    package static var now: UTCInstant {
        UTCInstant(nanosecondsSince1970: WallClock.nanosecondsSinceEpoch)
    }

    /// Returns the instant at which a clock in UTC shows the local time of `date`.
    private func local(_ date: UTCInstant) -> UTCInstant {
        guard !isUTC else { return date }
        let offset = Int64(date.localOffsetSeconds) * 1_000_000_000
        let (sum, overflow) = date.nanosecondsSince1970.addingReportingOverflow(offset)
        return overflow ? date : UTCInstant(nanosecondsSince1970: sum)
    }
}

/// Returns a time span for people: `0.4 s`, `12 s`, `3 min`, `2 h 5 min`, `4 d 3 h`.
package func spoken(seconds: Double) -> String {
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

/// Returns a count with its noun: "1 widget", "2 widgets".
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Returns a time that is left as a clock shows it: `0:07`, `14:59`, `2:05:11`.
package func countdown(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e9 else { return "long" }
    let whole = Int(max(0, seconds).rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(whole / 60 % 60)):\(two(whole % 60))"
    return whole >= 3600 ? "\(whole / 3600):\(clock)" : "\(whole / 60):\(two(whole % 60))"
}

extension UTCInstant {
    /// The offset of local time from UTC at this instant, in seconds; 0 if the system cannot tell it.
    package var localOffsetSeconds: Int {
        var seconds = time_t(nanosecondsSince1970 / 1_000_000_000)
        var fields = unsafe tm()
        guard unsafe localtime_r(&seconds, &fields) != nil else { return 0 }
        return unsafe fields.tm_gmtoff
    }
}
