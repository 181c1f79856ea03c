import LocationModel
import Varlink
import WaymarkEngine

/// Successive accesses of a user's apps to the location, of which the last has the number in the key.
///
/// A significant change is given to many apps. A row for each, or coding each member, would take longer than
/// all other work for them: so a row holds many, and writes the JSON that its coding would give.
struct AccessRow: Codable, JSONWritable, Sendable {
    /// The most accesses in a row, so that a damaged one loses no more.
    static let limit = 64

    var records: [AccessRecord]

    func write(to json: inout JSONWriter) {
        json.object { $0.member("records", records.map { WrittenAccess(record: $0) }) }
    }
}

private struct WrittenAccess: JSONWritable {
    let record: AccessRecord

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.append("\"app\":")
            write(record.app, to: &json)
            if let consumer = record.consumer { write(consumer, to: &json) }
            json.member("date", Int(record.date.nanosecondsSince1970))
            json.member("ground", record.ground.rawValue)
            json.member("wasTemporary", record.wasTemporary)
            json.member("accuracy", record.accuracy.rawValue)
            let meters = record.horizontal68Meters
            json.member("horizontal68Meters", meters.flatMap { $0.isFinite ? $0 : nil })
            json.member("horizontal68Meters", meters.flatMap { $0.isFinite ? nil : $0.description })
            json.member("trust", record.trust?.rawValue)
        }
    }

    private func write(_ app: AppKey, to json: inout JSONWriter) {
        // The name of an app needs no escaping.
        json.append(#"{"user":{"rawValue":\#(app.user.rawValue)},"app":"\#(app.app.rawValue)"}"#)
    }

    private func write(_ consumer: Consumer, to json: inout JSONWriter) {
        let (name, number): (String, UInt64?) =
            switch consumer {
            case .widget(let widget): ("widget", widget.rawValue)
            case .request(let request): ("request", request.rawValue)
            case .follower(let session): ("follower", session.rawValue)
            case .monitor: ("monitor", nil)
            }
        json.append(#","consumer":{"\#(name)":{"_0":"#)
        if case .monitor(let app) = consumer { write(app, to: &json) }
        // A number that other readers could not hold is a text.
        let text = number.map { Int(exactly: $0)?.description ?? "\"\($0)\"" }
        if let text { json.append(#"{"rawValue":\#(text)}"#) }
        json.append("}}")
    }
}
