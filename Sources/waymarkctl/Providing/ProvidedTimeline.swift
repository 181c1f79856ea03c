import CommandLineTool
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

struct ProvidedTimeline: Hashable {
    let entries: [WidgetsInterface.Entry]
    private(set) var policy: WidgetsInterface.ReloadPolicy
    private(set) var after: String?

    /// Reads what a command has printed.
    ///
    /// A text is one entry: its first line is the text, the others are the detail. A JSON object is one entry too, or,
    /// with the member `entries`, a timeline. The date of an entry, by default now, is its member `date`. The service asks
    /// for the next timeline by `policy`, and for `after` in `interval`, unless the timeline itself says
    /// when.
    init(
        _ output: [UInt8],
        policy: WidgetsInterface.ReloadPolicy = .never,
        after interval: Duration? = nil,
        at now: UTCInstant
    ) throws(Failure) {
        guard let first = output.first(where: { !Self.isSpace($0) }) else {
            throw .refused("the command printed nothing")
        }
        (self.policy, after) = (policy, interval.map { now.advanced(by: $0).description })
        guard first == UInt8(ascii: "{") else {
            entries = [Self.entry(of: String(decoding: output, as: UTF8.self), at: now)]
            return
        }
        let object: JSONObject
        do throws(JSONError) {
            object = try JSONObject(output, depthLimit: TimelineLimits.contentDepth)
        } catch { throw .refused("the command printed '{' first, but then no JSON object: \(error)") }
        guard let list = object["entries"] else {
            entries = [try Self.entry(of: object, at: now)]
            return
        }
        for member in object.members where !["entries", "policy", "after"].contains(member.name) {
            throw .refused("the timeline has a member '\(member.name)'; there are entries, policy and after")
        }
        guard let elements = list.elements, !elements.isEmpty else {
            throw .refused("'entries' of the timeline is not a list of entries")
        }
        var entries: [WidgetsInterface.Entry] = []
        for element in elements {
            guard let entry = JSONObject(element) else {
                throw .refused("entry \(entries.count + 1) of the timeline is not an object")
            }
            entries.append(try Self.entry(of: entry, at: now))
        }
        self.entries = entries
        guard let named = object["policy"]?.text ?? object["after"].map({ _ in "after" }) else { return }
        guard let word = WidgetsInterface.ReloadPolicy(rawValue: named) else {
            throw .refused("the policy '\(named)' is not valid; there are atEnd, after and never")
        }
        self.policy = word
        after = try object["after"].map { value throws(Failure) in try Self.date(value, "after").description }
        guard (word == .after) == (after != nil) else {
            throw .refused(
                "the policy after needs the member 'after' with a date, and no other policy has it"
            )
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func entry(of text: String, at now: UTCInstant) -> WidgetsInterface.Entry {
        let lines = text.split(whereSeparator: \.isNewline)
            .map { String($0).trimmed }
            .filter { !$0.isEmpty }
        var members = ["text": lines.first ?? ""]
        if lines.count > 1 { members["detail"] = lines.dropFirst().joined(separator: "\n") }
        return WidgetsInterface.Entry(date: now.description, content: RawJSON(members))
    }

    private static func entry(
        of object: JSONObject,
        at now: UTCInstant
    ) throws(Failure) -> WidgetsInterface.Entry {
        let date = try object["date"].map { (value) throws(Failure) in try Self.date(value, "date") } ?? now
        let members = object.members.filter { $0.name != "date" }.map { ($0.name, $0.value) }
        return WidgetsInterface.Entry(date: date.description, content: RawJSON(Dictionary(members) { $1 }))
    }

    private static func date(_ value: JSONValue, _ name: String) throws(Failure) -> UTCInstant {
        guard let date = value.text.flatMap({ UTCInstant($0) }) else {
            throw .refused("'\(name)' is not a date such as 2026-11-22T05:00:00Z")
        }
        return date
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
