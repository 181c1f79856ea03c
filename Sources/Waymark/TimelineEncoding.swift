import FoundationEssentials
import LocationModel
import ServiceClient
import Varlink
import WaymarkInterfaces

extension WidgetsInterface.DeliverTimeline {
    /// Encodes a timeline, with the entries that the service accepts.
    init<Entry>(_ timeline: Timeline<Entry>, session: String, request: String) throws(ClientError) {
        var policy = timeline.policy.kind
        var kept = timeline.entries
        if kept.count > TimelineLimits.entries {
            kept = Array(kept.sorted { $0.date < $1.date }.prefix(TimelineLimits.entries))
            // The rest is asked for when the last of these is due, unless the provider wants to be asked before.
            let isAskedBefore =
                if case .after(let date) = policy, let last = kept.last { date < last.date } else { false }
            if !isAskedBefore { policy = .atEnd }
        }
        var entries: [WidgetsInterface.Entry] = []
        // Hosts show an object without a text as it is, so nothing to show is an empty text.
        if kept.isEmpty {
            entries.append(.init(date: UTCInstant(.now).description, content: RawJSON(["text": ""])))
        }
        for (index, entry) in kept.enumerated() {
            entries.append(
                .init(
                    date: UTCInstant(entry.date).description,
                    content: try content(of: entry, at: index),
                    relevance: try relevance(of: entry, at: index)
                )
            )
        }
        self.init(session: session, request: request, entries: entries, policy: .never)
        switch policy {
        case .atEnd: self.policy = .atEnd
        case .after(let date): (self.policy, after) = (.after, UTCInstant(date).description)
        case .never: break
        }
    }
}

private func relevance(
    of entry: some TimelineEntry,
    at index: Int
) throws(ClientError) -> WidgetsInterface.Relevance? {
    guard let relevance = entry.relevance else { return nil }
    guard relevance.score.isFinite, (0...TimelineLimits.relevance).contains(relevance.duration) else {
        let reason = "its relevance has a score that is no number, or a duration below 0 or of over 100 years"
        throw .notEncodable(entry: index, reason: reason)
    }
    guard relevance.regions.count <= TimelineLimits.regions else {
        let reason = "its relevance has more than \(TimelineLimits.regions) regions"
        throw .notEncodable(entry: index, reason: reason)
    }
    let regions = relevance.regions.map {
        MonitorInterface.Circle(
            latitudeDegrees: $0.center.latitudeDegrees,
            longitudeDegrees: $0.center.longitudeDegrees,
            radiusMeters: $0.radiusMeters
        )
    }
    return .init(
        score: relevance.score,
        durationSeconds: relevance.duration,
        regions: regions.isEmpty ? nil : regions
    )
}

/// Returns the JSON of an entry, without its date and relevance.
func content(of entry: some TimelineEntry, at index: Int) throws(ClientError) -> RawJSON {
    func problem(_ reason: String) -> ClientError {
        .notEncodable(entry: index, reason: reason)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    let bytes: [UInt8]
    do {
        bytes = [UInt8](try encoder.encode(entry))
    } catch EncodingError.invalidValue(_, let context) {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        throw problem(path.isEmpty ? context.debugDescription : "\(path): no JSON value")
    } catch { throw problem("\(error)") }
    do throws(JSONError) {
        let object = try JSONObject(bytes, depthLimit: TimelineLimits.contentDepth)
        let isOther = { (name: String) in name != "date" && (name != "relevance" || entry.relevance == nil) }
        let members = object.members.filter { isOther($0.name) }.map { ($0.name, $0.value) }
        return RawJSON(Dictionary(members) { $1 })
    } catch {
        switch error {
        case .notAnObject: throw problem("it encodes as another JSON value")
        case .tooDeep: throw problem("it is nested deeper than \(TimelineLimits.contentDepth) levels")
        default: throw problem("\(error)")
        }
    }
}
