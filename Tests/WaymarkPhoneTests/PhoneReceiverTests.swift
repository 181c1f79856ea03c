import LocationModel
import Testing
import WaymarkInterfaces

@testable import OwnTracks

/// The receiver in virtual time, with the service on its other side.
private struct Bench {
    static let start: Int64 = 1_800_000_000
    static let near = "192.168.1.7"

    var receiver = PhoneReceiver()
    var now = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: start))

    init(_ phones: PairedPhone..., isWanted: Bool = true) {
        _ = handle(.paired(phones))
        _ = handle(.service(.unwanted))
        _ = want(isWanted)
    }

    var seconds: Int64 { now.utc.nanosecondsSince1970 / 1_000_000_000 }

    mutating func handle(_ event: PhoneReceiver.Event) -> [PhoneReceiver.Effect] {
        receiver.handle(event, at: now)
    }

    mutating func want(_ isWanted: Bool) -> [PhoneReceiver.Effect] {
        handle(.service(isWanted ? .wanted(interval: nil) : .unwanted))
    }

    /// Lets time pass, and stops at each deadline.
    mutating func advance(by seconds: Int) -> [PhoneReceiver.Effect] {
        let end = now.advanced(by: .seconds(seconds))
        var effects: [PhoneReceiver.Effect] = []
        while let deadline = receiver.nextDeadline, deadline <= end.instant {
            now = now.advanced(by: deadline - now.instant)
            effects += receiver.handle(.deadlineReached, at: now)
        }
        now = end
        return effects
    }

    mutating func receive(_ body: String, user: String? = nil, isNear: Bool = true) -> [PhoneReceiver.Effect]
    {
        handle(.received(Array(body.utf8), user: user, from: Self.near, isNear: isNear))
    }

    /// Receives a position of a phone, `age` seconds old, and returns its latitude if it was sent on.
    mutating func receive(_ phone: TestPhone, age: Int64 = 0, at latitude: Double, isNear: Bool = true)
        -> Double?
    {
        let body = phone.sealed(TestPhone.position(seconds - age, latitude: latitude))
        return sent(receive(body, isNear: isNear))
    }

    func sent(_ effects: [PhoneReceiver.Effect]) -> Double? {
        effects.lazy.compactMap { effect in
            if case .send(let fix) = effect { fix.latitudeDegrees } else { nil }
        }
        .first
    }
}

private func status(_ effects: [PhoneReceiver.Effect]) -> Int? {
    effects.lazy.compactMap { if case .answer(let status) = $0 { status } else { nil } }.first
}

private func warnings(_ effects: [PhoneReceiver.Effect]) -> [String] {
    effects.compactMap { if case .warn(let text) = $0 { text } else { nil } }
}

private func reason(_ effects: [PhoneReceiver.Effect]) -> String? {
    effects.compactMap { if case .tell(_, let reason) = $0 { reason } else { nil } }.last
}

@Suite("A phone's position")
struct PhoneReceiverTests {
    private let phone: TestPhone

    init() throws { phone = try TestPhone("anna") }

    @Test("is sent on with all that the phone says of it")
    func position() {
        var bench = Bench(phone.paired())
        let more = #""acc":12.5,"alt":34,"vac":3,"vel":36,"cog":270,"batt":80,"tid":"an","t":"u""#
        let effects = bench.receive(phone.sealed(TestPhone.position(Bench.start, more)))
        let fix = FeedInterface.Fix(
            latitudeDegrees: 52.5,
            longitudeDegrees: 13.4,
            horizontalAccuracyMeters: 12.5,
            time: "2027-01-15T08:00:00Z",
            altitudeMeters: 34,
            verticalAccuracyMeters: 3,
            speedMetersPerSecond: 10,
            courseDegrees: 270
        )
        #expect(effects == [.answer(200), .send(fix)])
    }

    @Test(
        "has no speed, course or altitude where the phone says that it knows none",
        arguments: [#""acc":5,"vel":-1,"cog":-1,"vac":-1"#, #""acc":5,"vel":null,"alt":1e9,"cog":"x""#]
    )
    func unknown(_ more: String) {
        var bench = Bench(phone.paired())
        let fix = FeedInterface.Fix(
            latitudeDegrees: 52.5,
            longitudeDegrees: 13.4,
            horizontalAccuracyMeters: 5,
            time: "2027-01-15T08:00:00Z"
        )
        #expect(bench.receive(phone.sealed(TestPhone.position(Bench.start, more))).last == .send(fix))
    }

    @Test(
        "is not used without an accuracy, place or time that can be",
        arguments: [
            #""lat":1,"lon":1,"tst":1800000000"#, #""lat":1,"lon":1,"tst":1800000000,"acc":0"#,
            #""lat":1,"lon":1,"tst":1800000000,"acc":-1"#, #""lat":91,"lon":1,"tst":1800000000,"acc":5"#,
            #""lat":1,"lon":"1","tst":1800000000,"acc":5"#, #""lat":1,"lon":1,"acc":5"#,
            #""lat":1,"lon":1,"tst":1e300,"acc":5"#, #""lat":1,"lon":1,"tst":1800000000,"acc":100001"#,
        ]
    )
    func unusable(_ members: String) {
        var bench = Bench(phone.paired())
        #expect(bench.receive(phone.sealed(#"{"_type":"location",\#(members)}"#)) == [.answer(200)])
    }

    @Test("is refused from a wrong key, a key that was removed, and without encryption")
    func strangers() throws {
        let other = try TestPhone("ben")
        var bench = Bench(phone.paired())
        let position = TestPhone.position(Bench.start)
        for body in [other.sealed(position), position] {
            let effects = bench.receive(body, user: "anna")
            #expect(status(effects) == 403 && bench.sent(effects) == nil)
            #expect(warnings(effects).first?.hasSuffix("from \(Bench.near)") == true)
            #expect(warnings(bench.receive(body)).isEmpty, "it is said once")
        }
        #expect(bench.sent(bench.receive(phone.sealed(position))) == 52.5)
        let advice = "no phone is paired; 'waymark-phone pair NAME' pairs one"
        #expect(bench.handle(.paired([])) == [.tell(.absent, advice)])
        #expect(status(bench.receive(phone.sealed(TestPhone.position(Bench.start + 1)))) == 403)
    }

    @Test("is taken without encryption where the owner says so, of the phone that the request names")
    func plain() throws {
        var bench = Bench(phone.paired(mayBePlain: true), try TestPhone("ben").paired())
        #expect(bench.sent(bench.receive(TestPhone.position(Bench.start), user: "anna")) == 52.5)
        let named = TestPhone.position(Bench.start + 1, #""acc":5,"topic":"owntracks/anna/phone""#)
        #expect(bench.sent(bench.receive(named)) == 52.5)
        #expect(status(bench.receive(TestPhone.position(Bench.start + 2), user: "ben")) == 403)
        #expect(status(bench.receive(TestPhone.position(Bench.start + 2))) == 403)
    }

    @Test(
        "is no message that is damaged, boxed twice or of another kind",
        arguments: [
            ("", 200), (#"{"_type":"transition","event":"enter"}"#, 200), (#"{"_type":"lwt"}"#, 200),
            ("[]", 400), ("x", 400), ("{}", 400), (#"{"_type":"encrypted"}"#, 400),
            (#"{"_type":"encrypted","data":"*"}"#, 400), (#"{"_type":"encrypted","data":""}"#, 403),
            (#"{"_type":"encrypted","data":"AAAA"}"#, 403),
        ]
    )
    func otherMessages(_ body: String, _ expected: Int) {
        var bench = Bench(phone.paired())
        #expect(status(bench.receive(body)) == expected)
        #expect(status(bench.receive(phone.sealed(phone.sealed(TestPhone.position(Bench.start))))) == 400)
        #expect(status(bench.receive(phone.sealed(#"{"_type":"waypoints"}"#))) == 200)
    }

    @Test("does not move the machine back when it is repeated, or was kept by the phone")
    func replays() {
        var bench = Bench(phone.paired())
        let first = phone.sealed(TestPhone.position(Bench.start, latitude: 1))
        #expect(bench.sent(bench.receive(first)) == 1)
        _ = bench.advance(by: 10)
        #expect(bench.receive(phone, at: 2) == 2)
        // Somebody repeats the first one; the phone sends what it has kept, of before and of long ago.
        let effects = bench.receive(first)
        #expect(status(effects) == 200 && bench.sent(effects) == nil)
        #expect(bench.receive(phone, age: 5, at: 3) == nil)
        #expect(bench.receive(phone, age: 3600, at: 4) == nil)
        #expect(bench.receive(phone, age: 0, at: 5) == nil, "a time counts once")
        _ = bench.advance(by: 1)
        #expect(bench.receive(phone, at: 6) == 6)
    }

    @Test("counts up to a minute old, and up to a minute ahead of this machine's clock")
    func limits() {
        var bench = Bench(phone.paired())
        #expect(bench.receive(phone, age: 61, at: 1) == nil)
        #expect(bench.receive(phone, age: 59, at: 2) == 2)
        let ahead = bench.receive(phone.sealed(TestPhone.position(Bench.start + 61)))
        #expect(status(ahead) == 200 && bench.sent(ahead) == nil)
        #expect(warnings(ahead).first?.contains("ahead of this machine's clock") == true)
        #expect(bench.receive(phone, age: -60, at: 3) == 3)
        // One that is ahead is no longer good for longer than any other.
        #expect(reason(bench.advance(by: 60)) == "no phone has sent a position in the last minute")
        #expect(bench.receiver.nextDeadline == nil)
    }

    @Test("does not count from a phone left on a train, unless it is always carried with the machine")
    func leftBehind() {
        var bench = Bench(phone.paired())
        #expect(bench.receive(phone, at: 1) == 1)
        _ = bench.advance(by: 20)
        let gone = bench.receive(phone.sealed(TestPhone.position(bench.seconds, latitude: 2)), isNear: false)
        #expect(status(gone) == 200 && bench.sent(gone) == nil)
        #expect(reason(gone) == "the phone 'anna' is not in a network of this machine")
        #expect(warnings(gone).first?.contains("CarriedWithMachine=") == true)
        // What was recorded of it before does not bring it back.
        #expect(bench.receive(phone, age: 5, at: 3) == nil)
        _ = bench.advance(by: 1)
        #expect(bench.receive(phone, at: 4) == 4, "it is back")

        var carried = Bench(phone.paired(isCarried: true))
        #expect(carried.receive(phone, at: 5, isNear: false) == 5)
    }

    @Test("of several phones is that of the newest, kept while it is good")
    func several() throws {
        let (anna, ben) = (try TestPhone("anna"), try TestPhone("ben"))
        var bench = Bench(anna.paired(), ben.paired(), isWanted: false)
        #expect(bench.receive(anna, age: 30, at: 1) == nil)
        #expect(bench.receive(ben, age: 10, at: 2) == nil)
        #expect(bench.sent(bench.want(true)) == 1, "the first is followed, and good")
        _ = bench.advance(by: 10)
        #expect(bench.receive(ben, at: 3) == nil)
        #expect(bench.sent(bench.advance(by: 20)) == 3, "the other one, once the first is too old")
        #expect(bench.receive(anna, at: 4) == nil)
        _ = bench.advance(by: 1)
        #expect(bench.receive(ben, at: 5) == 5)
        #expect(bench.sent(bench.handle(.paired([anna.paired()]))) == nil, "an older one than was sent")
        _ = bench.advance(by: 1)
        #expect(bench.receive(anna, at: 6) == 6)
    }

    @Test("is remembered while nobody wants it, without a wake-up, and sent when somebody does")
    func wanted() {
        var bench = Bench(phone.paired(), isWanted: false)
        #expect(bench.receive(phone, at: 1) == nil)
        #expect(bench.receiver.nextDeadline == nil)
        _ = bench.advance(by: 30)
        #expect(bench.sent(bench.want(true)) == 1)
        #expect(bench.want(true).isEmpty, "another accuracy is wanted")
        _ = bench.want(false)
        #expect(bench.sent(bench.want(true)) == 1, "whoever wants it now has not got it")
        _ = bench.want(false)
        _ = bench.advance(by: 31)
        let effects = bench.want(true)
        #expect(bench.sent(effects) == nil && reason(effects) != nil)
    }

    @Test("is said to be missing, and why, to whoever wants it, though that was said before")
    func missing() {
        var bench = Bench(phone.paired(), isWanted: false)
        for _ in 1...2 {
            #expect(reason(bench.want(true)) == "no phone has sent a position yet")
            #expect(reason(bench.want(true)) == nil)
            _ = bench.want(false)
        }
    }

    @Test("is told to a service that comes back, which is told the state first")
    func restart() {
        var bench = Bench(phone.paired())
        #expect(bench.handle(.service(.away)).isEmpty)
        #expect(bench.receive(phone, at: 1) == nil)
        _ = bench.advance(by: 61)
        #expect(reason(bench.want(false)) == "no phone has sent a position in the last minute")
        _ = bench.want(true)
        #expect(bench.receive(phone, at: 2) == 2)
    }

    @Test("keeps counting for a minute when the wall clock is set")
    func clockSet() {
        var bench = Bench(phone.paired())
        #expect(bench.receive(phone, at: 1) == 1)
        bench.now.utc = bench.now.utc.advanced(by: .seconds(7200))
        #expect(bench.handle(.deadlineReached).isEmpty)
        #expect(reason(bench.advance(by: 60)) != nil)
    }
}

@Suite("A phone's key")
struct PhoneKeyTests {
    @Test("is what OwnTracks takes whole, and never the same")
    func random() throws {
        let keys = try (0..<20).map { _ in try #require(PhoneKey.makeRandom()).text }
        #expect(Set(keys).count == 20)
        #expect(keys.allSatisfy { $0.utf8.count == 32 && PhoneKey($0)?.text == $0 })
    }

    @Test("is nothing that a person made up", arguments: ["", "secret", String(repeating: "l", count: 32)])
    func refused(_ text: String) { #expect(PhoneKey(text) == nil) }
}
