import LocationModel
import OwnTracks
import WaymarkInterfaces

/// Feeds any bytes to the receiver of phones as requests, plain and as what a box contains, and checks what it sends.
///
/// Byte 0 says how: whether the sender is near, whether positions are wanted, how much time has passed. A zero byte begins
/// the next request.
func fuzzPhone(_ bytes: [UInt8]) {
    guard let key = PhoneKey("abcdefghijkmnpqrstuvwxyz23456789") else { preconditionFailure("it is a key") }
    var receiver = PhoneReceiver()
    let start = UTCInstant(secondsSince1970: 1_800_000_000)
    var now = Moment(instant: .systemEpoch, utc: start)
    var phone = PairedPhone(name: "a", key: key)
    phone.mayBePlain = true
    _ = receiver.handle(.paired([phone]), at: now)
    _ = receiver.handle(.service(.unwanted), at: now)
    _ = receiver.handle(.service(.wanted(interval: nil)), at: now)
    var newest: UTCInstant?
    for piece in bytes.split(separator: 0, omittingEmptySubsequences: false) {
        let how = piece.first ?? 0
        now = now.advanced(by: .seconds(Int64(how & 0x3F)))
        let body = Array(piece.dropFirst())
        let user = how & 0x40 == 0 ? "a" : nil
        let event = PhoneReceiver.Event.received(body, user: user, from: "::1", isNear: how & 0x80 == 0)
        let effects = receiver.handle(event, at: now)
        var answers = 0
        for effect in effects {
            switch effect {
            case .answer(let status):
                answers += 1
                precondition([200, 400, 403].contains(status))
            case .send(let fix):
                precondition(fix.horizontalAccuracyMeters > 0 && fix.horizontalAccuracyMeters <= 100_000)
                precondition((fix.speedMetersPerSecond ?? 0) >= 0)
                precondition((0..<360).contains(fix.courseDegrees ?? 0))
                guard let time = UTCInstant(fix.time) else { preconditionFailure("\(fix.time)") }
                let age = time.duration(to: now.utc)
                precondition(age <= PhoneReceiver.tolerance && age >= .zero - PhoneReceiver.tolerance)
                precondition(newest.map { $0 < time } ?? true, "no older one than before")
                newest = time
            case .tell: break
            case .warn(let text):
                precondition(
                    text.utf8.count < 300 && text.unicodeScalars.allSatisfy { $0.isASCII && $0 >= " " }
                )
            }
        }
        precondition(answers == 1, "each request is answered once")
        precondition(receiver.nextDeadline.map { $0 >= now.instant } ?? true)
    }
}
