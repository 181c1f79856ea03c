import CommandLineTool
import Glibc
import LocationModel
import ServiceClient
import UserInput

/// A parser for times as people write them, in the time zone of this process.
struct LocalTime {
    let now: UTCInstant
    let offset: (UTCInstant) -> Duration

    static let forms = "'2026-11-22 05:00', '05:00', '-2h', 'today', 'yesterday' or 'now'"

    func instant(_ text: String) -> UTCInstant? {
        if text.first == "-" {
            return Quantity.duration(String(text.dropFirst())).map { now.advanced(by: .zero - $0) }
        }
        if text == "now" { return now }
        if let days = ["yesterday": -1, "today": 0, "tomorrow": 1][text] { return local(day(days), "00:00") }
        if let instant = UTCInstant(text) { return instant }
        let parts = text.split(separator: text.contains("T") ? "T" : " ", omittingEmptySubsequences: false)
        switch parts.count {
        case 2: return local(String(parts[0]), String(parts[1]))
        case 1 where text.contains(":"): return local(day(0), text)
        case 1: return local(text, "00:00")
        default: return nil
        }
    }

    /// Parses the time given by an option.
    ///
    /// - Throws: ``Failure/usage(_:)`` with the accepted forms.
    func instant(_ text: String, of option: String) throws -> UTCInstant {
        if let instant = instant(text) { return instant }
        throw Failure.usage("--\(option): '\(text.harmless)' is no time; write \(Self.forms)")
    }

    /// Returns the end of a time span that begins now and lasts at most `days` days.
    func end(of span: String, days: Int) throws -> UTCInstant {
        guard let length = Quantity.duration(span), length > .zero else {
            throw Failure.usage("'\(span.harmless)' is no time span; write such as 90min, 12h or 7d")
        }
        guard length <= .seconds(days * 86_400) else {
            throw Failure.usage("'\(span.harmless)' is too long; give at most \(days)d")
        }
        return now.advanced(by: length)
    }

    /// Returns a future time, at most `days` days from now: 'tomorrow' is its beginning, and a time of day
    /// the next such.
    func end(at text: String, days: Int) throws -> UTCInstant {
        let instant = instant(text)
        if let instant, instant > now {
            guard instant <= now.advanced(by: .seconds(days * 86_400)) else {
                throw Failure.usage("'\(text.harmless)' is too late; give a time within \(days) days")
            }
            return instant
        }
        if instant != nil, text.count <= 8, let next = local(day(1), text) { return next }
        throw Failure.usage(
            "'\(text.harmless)' is no time to come; write 18:00, tomorrow or '2026-12-24 08:00'"
        )
    }

    /// Returns the date `number` days from today, counted from noon, so that no change of the clock shifts
    /// the day.
    private func day(_ number: Int) -> String {
        let noon = local(date(of: now), "12:00") ?? now
        return date(of: noon.advanced(by: .seconds(86_400 * number)))
    }

    private func date(of instant: UTCInstant) -> String {
        String(instant.advanced(by: offset(instant)).description.prefix(10))
    }

    private func local(_ date: String, _ time: String) -> UTCInstant? {
        let seconds = time.count == 5 ? "\(time):00" : time
        guard seconds.count >= 8, seconds.last?.isNumber ?? false,
            let shown = UTCInstant("\(date)T\(seconds)Z")
        else { return nil }
        // Use the offset at the instant found; one correction is precise enough.
        let guess = shown.advanced(by: .zero - offset(shown))
        return shown.advanced(by: .zero - offset(guess))
    }
}

extension LocalTime {
    init() {
        now = .now
        offset = { .seconds($0.localOffsetSeconds) }
    }
}
