import LocationModel
import Testing
import WaymarkInterfaces

@testable import WaymarkAnchor

@Suite("The alarm of waymark-anchor")
struct AlarmTests {
    /// An alarm that is told what happens, with the seconds at which it did something.
    private struct Told {
        private let start = ContinuousClock.now
        private(set) var alarm: Alarm
        private(set) var sounds: [Int] = []
        private(set) var ends: [Int] = []
        private var seconds = 0

        init(isDown: Bool = false) { alarm = Alarm(isDown: isDown, AlarmConfiguration(), at: start) }

        /// Lets time pass, with a look at each second and at each deadline.
        mutating func pass(_ duration: Int, signsOfLife: Bool = false) {
            for _ in 0..<duration {
                seconds += 1
                if signsOfLife, seconds.isMultiple(of: 26) { alarm.hearSignOfLife(at: now) }
                look()
            }
        }

        mutating func hear(_ condition: AnchorCondition?, silenced: Bool = false) {
            alarm.update(condition.map { .example($0, silenced: silenced) }, at: now)
            look()
        }

        mutating func lose() { alarm.lose(at: now) }

        mutating func silence() -> Bool {
            defer { look() }
            return alarm.silence()
        }

        private var now: ContinuousClock.Instant { start + .seconds(seconds) }

        private mutating func look() {
            while let step = alarm.next(at: now) {
                switch step {
                case .sound: sounds.append(seconds)
                case .end: ends.append(seconds)
                }
            }
            if let deadline = alarm.deadline { #expect(deadline > now, "it would be looked at without end") }
        }
    }

    @Test(
        "sounds at once and again each minute until the anchor holds",
        arguments: [AnchorCondition.dragging, .unknown]
    )
    func repeated(_ condition: AnchorCondition) {
        var told = Told()
        told.hear(.holding)
        told.hear(condition)
        told.pass(130, signsOfLife: true)
        told.hear(.holding)
        told.pass(130, signsOfLife: true)
        #expect(told.sounds == [0, 60, 120])
        #expect(told.ends == [130])
    }

    @Test("ends when somebody has heard it, which the service is told, or when the anchor is raised")
    func silenced() {
        var told = Told()
        told.hear(.dragging)
        told.pass(10)
        let isOfService = told.silence()
        #expect(isOfService)
        told.hear(.dragging, silenced: true)
        told.pass(100, signsOfLife: true)
        #expect(told.ends == [10])
        // Another alarm is another alarm.
        told.hear(.unknown)
        told.pass(10)
        told.hear(nil)
        #expect(told.sounds == [0, 110])
        #expect(told.ends == [10, 120])
    }

    @Test("sounds when the service is away for 30 s, not if it is back sooner or gives signs of life")
    func away() {
        var told = Told()
        told.hear(.placing)
        told.hear(.holding)
        told.pass(100, signsOfLife: true)
        told.lose()
        told.pass(29)
        told.lose()
        told.hear(.holding)
        told.pass(100, signsOfLife: true)
        #expect(told.sounds.isEmpty)
        told.lose()
        told.pass(15)
        told.lose()
        told.pass(80)
        told.hear(.holding)
        #expect(told.sounds == [259, 319])
        #expect(told.ends == [324])
    }

    @Test("sounds when an open stream is silent, and can be silenced without the service")
    func hung() {
        var told = Told()
        told.hear(.holding)
        told.pass(50)
        let isOfService = told.silence()
        #expect(!isOfService)
        told.pass(1000)
        #expect(told.sounds == [45])
        #expect(told.ends == [50])
        told.hear(.holding)
        told.pass(50)
        #expect(told.sounds == [45, 1095])
    }

    @Test("is no dead man's switch while no anchor is down; one that was down is remembered")
    func remembered() {
        var told = Told()
        told.hear(nil)
        told.lose()
        told.pass(1000)
        #expect(told.sounds.isEmpty)
        var again = Told(isDown: true)
        again.lose()
        again.pass(40)
        #expect(again.sounds == [30])
    }

    @Test("reads its configuration, and says what is wrong with it")
    func configuration() throws {
        let text = "[Alarm]\nAlarmUnit=horn.service\nRepeatEvery=2min\nSilenceAfter=20s\n"
        let read = try AlarmConfiguration.parse(Array(text.utf8), path: "x")
        #expect(read.unit?.rawValue == "horn.service")
        #expect(read.repeatEvery == .seconds(120) && read.silenceAfter == .seconds(20))
        for wrong in [
            "AlarmUnit=horn", "AlarmUnit=horn@.service", "AlarmUnit=../x.service", "RepeatEvery=1s",
            "SilenceAfter=0s", "SilenceAfter=1h", "Unit=x.service",
        ] {
            #expect(throws: (any Error).self) {
                try AlarmConfiguration.parse(Array("[Alarm]\n\(wrong)\n".utf8), path: "x")
            }
        }
    }
}

extension MonitorInterface.Anchor {
    fileprivate static func example(_ condition: AnchorCondition, silenced: Bool) -> Self {
        .init(
            rode: .init(chainMeters: 40),
            condition: condition,
            since: "2026-07-01T00:00:00Z",
            silenced: silenced,
            dropped: "2026-07-01T00:00:00Z",
            fitted: false,
            radiusMeters: 60,
            distanceMeters: 23
        )
    }
}
