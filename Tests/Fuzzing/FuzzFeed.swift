import LinuxSystem
import LocationModel
import Receivers

/// Brings a feed with any bytes: texts, positions, what is said of the device, and time, in any order.
///
/// What it reports is sound, and it needs no wake-up while nothing is wanted of it.
func fuzzFeed(_ input: [UInt8]) {
    guard let feed = ReceiverFeed("fuzz") else { return }
    let receiver = FeedReceiver(name: "feed://fuzz", feed: feed, trusted: TrustedUsers(users: []))
    var source = ByteSource(input)
    var now = Moment(
        instant: MonotonicInstant.systemEpoch + .seconds(1000),
        utc: UTCInstant(secondsSince1970: 1_778_567_400)
    )
    var isOn = false
    while !source.isEmpty {
        switch source.number(below: 10) {
        case 0:
            isOn = source.flag()
            if isOn { receiver.start(at: now) } else { receiver.stop() }
        case 1: receiver.close(at: now)
        case 2:
            if !receiver.isOpen { receiver.open(at: now) { _ in } }
        case 3: receiver.take(source.flag() ? .searching("x") : .absent(nil), at: now)
        case 4: takeFix(&source, receiver, now)
        case 5:
            now = Moment(
                instant: now.instant + source.duration(),
                utc: source.flag() ? source.utc(near: now.utc) : now.utc
            )
        default: receiver.take(text(&source), at: now)
        }
        for report in receiver.advance(at: now) {
            precondition(isOn)
            switch report {
            case .epoch(let epoch, _): check(epoch)
            case .heading(let heading, _): check(heading)
            case .state(let state): precondition(state != .off)
            }
        }
        // What is due now has been done.
        precondition(receiver.nextDeadline.map { isOn && $0 > now.instant } ?? true)
    }
}

/// Any bytes, or sentences that chance would not find, which may be cut and changed.
private func text(_ source: inout ByteSource) -> String {
    var bytes = [UInt8](sentences[source.number(below: sentences.count)].utf8)
    for _ in 0..<source.number(below: 4) where !bytes.isEmpty {
        bytes[source.number(below: bytes.count)] = source.byte()
    }
    return String(decoding: bytes.dropFirst(source.number(below: 8)), as: UTF8.self)
}

private let sentences = [
    "", "$", "\r\n", "\u{b5}b", "$GPGGA,120000,5230.0,N,01300.0,E,1,08,1.0,10,M,40.0,M,,*65\r\n",
    "$GPGGA,120000,5230.0,N,01300.0,E,1,08,1.0,10,M,40.0,M,,*65\r\n$GPGGA,120000,5230.0,N,01300.0,E,1,08,1.0,10,M,40.0,M,,*65\n",
    "$GPGGA,120001,,,,,0,00,,,M,,M,,*67\r\n", "$HEHDT,123.4,T*2B\r\n", "!AIVDM,1,1,,A,1,0*26\r\n",
]

private func takeFix(_ source: inout ByteSource, _ receiver: FeedReceiver, _ now: Moment) {
    let time = source.utc(near: now.utc)
    guard
        let coordinate = Coordinate(
            latitudeDegrees: Double(source.byte()) / 2 - 60,
            longitudeDegrees: Double(source.byte()) / 2
        )
    else { return }
    try? receiver.take(Fix(time: time, coordinate: coordinate), of: time, at: now)
}
