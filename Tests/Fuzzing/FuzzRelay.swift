import LocationModel
import OwnTracks
import Regions
import Relay

/// Feeds any bytes to the relay as messages of the broker: regions from above, commands, and messages of a phone, plain
/// and as what a box contains; and checks what it would do.
///
/// Byte 0 says how: the topic, whether the broker had kept it, whether it is sealed with the secret, how much time has
/// passed. A zero byte begins the next message.
func fuzzRelay(_ bytes: [UInt8]) {
    guard let box = SecretBox(secret: Array("secret".utf8)),
        let key = PhoneKey("abcdefghijkmnpqrstuvwxyz23456789")
    else {
        preconditionFailure("they are secrets")
    }
    var settings = RelaySettings(user: "u", device: "d", deviceName: "d")
    settings.formats = Set(RelaySettings.FormatName.allCases)
    let needsSecret = bytes.count & 1 == 1
    settings.ownTracksSecret = needsSecret ? box : nil
    (settings.regionsTopic, settings.phoneTopic) = ("regions", "phone")
    var intake = RelayIntake(settings)
    precondition(intake.topics == ["owntracks/u/d/cmd", "regions", "phone"])
    var receiver = PhoneReceiver()
    var phone = PairedPhone(name: "phone", key: key)
    (phone.isCarried, phone.mayBePlain) = (true, true)
    var now = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 1_800_000_000))
    _ = receiver.handle(.paired([phone]), at: now)
    _ = receiver.handle(.service(.unwanted), at: now)
    _ = receiver.handle(.service(.wanted(interval: nil)), at: now)
    var monitored: [String: RegionShape] = [:]
    var last: [Bool: MonotonicInstant] = [:]
    for piece in bytes.split(separator: 0, omittingEmptySubsequences: false) {
        let how = piece.first ?? 0
        now = now.advanced(by: .seconds(Int64(how >> 4)))
        var payload = Array(piece.dropFirst())
        let isSealed = how & 8 != 0
        if isSealed {
            let data = SecretBox.base64(box.seal(payload))
            payload = Array(#"{"_type":"encrypted","data":"\#(data)"}"#.utf8)
        }
        let topic = intake.topics[Int(how & 3) % 3]
        let message = RelayMessage(topic: topic, payload: payload, isRetained: how & 4 != 0)
        // The program is woken for what has waited long enough.
        for action in [intake.next(at: now.instant), intake.receive(message, at: now.instant)] {
            switch action {
            case .monitor(let payload): monitored = checkRegions(payload, beside: monitored)
            case .takePhone(let payload):
                let event =
                    PhoneReceiver.Event.received(payload, user: "phone", from: "the broker", isNear: false)
                for case .warn(let text) in receiver.handle(event, at: now) {
                    precondition(text.utf8.count < 300)
                }
            case .reportLocation:
                precondition(isSealed || !needsSecret, "only who knows the secret may ask")
                precondition(!message.isRetained)
            case nil: break
            }
            if let action, action != .takePhone(payload) {
                // However much comes, the service is called for each kind at most once in this time.
                let isAnswer = action == .reportLocation
                precondition(last[isAnswer].map { $0 + RelayIntake.interval <= now.instant } ?? true)
                last[isAnswer] = now.instant
            }
        }
        precondition(intake.deadline.map { $0 > now.instant } ?? true)
    }
}

private typealias Monitored = [String: RegionShape]

private func checkRegions(_ payload: [UInt8], beside monitored: Monitored) -> Monitored {
    guard let read = try? RegionsFromAbove(payload) else { return monitored }
    precondition(read.regions.count + read.refusals.count <= RegionsFromAbove.limit)
    precondition(Set(read.regions.map(\.identifier)).count == read.regions.count)
    precondition(read.regions.allSatisfy { (1...128).contains($0.identifier.utf8.count) })
    precondition(read.refusals.allSatisfy { $0.region.count <= 128 && $0.reason.utf8.count <= 512 })
    var after = monitored
    let changes = read.changes(from: monitored)
    for name in changes.removed { after[name] = nil }
    for region in changes.added { after[region.identifier] = region.shape }
    precondition(after.count == read.regions.count)
    let rest = read.changes(from: after)
    precondition(rest.removed.isEmpty && rest.added.isEmpty, "all of them are monitored now")
    return after
}
