import Lab
import LocationModel
import Testing
import WaymarkEngine

@Suite("Trust in a receiver")
struct TrustTests {
    /// Reports of a receiver that goes north at a speed, once a second; `change` is what is wrong with one.
    private static func reports(
        seconds: Int = 600,
        speed: Double = 0,
        _ change: (Int, inout Fix) -> Void = { _, _ in }
    ) throws -> [ObservedEpoch] {
        let harbour = try #require(Coordinate(latitudeDegrees: 54.32, longitudeDegrees: 10.15))
        return (0..<seconds).map { second in
            var fix = Fix(
                time: UTCInstant(secondsSince1970: 1_800_000_000 + Int64(second)),
                coordinate: harbour.offset(eastMeters: 0, northMeters: speed * Double(second)),
                mode: .threeDimensional,
                quality: .autonomous,
                accuracy: FixAccuracy(
                    horizontal68Meters: 5,
                    horizontal95Meters: 8,
                    source: .standardDeviations
                )
            )
            fix.speedMetersPerSecond = speed
            fix.courseDegrees = 0
            change(second, &fix)
            return ObservedEpoch(
                .fix(fix),
                observedAt: MonotonicInstant.systemEpoch + .seconds(1000 + second)
            )
        }
    }

    /// Runs reports each of which comes so many seconds later.
    private static func run(_ reports: [ObservedEpoch], laterBy seconds: (Int) -> Int) -> TrustRun {
        TrustRun(
            reports.enumerated().map { second, report in
                ObservedEpoch(report.epoch, observedAt: report.observedAt + .seconds(seconds(second)))
            }
        )
    }

    @Test(
        "is told on streams of monitoring while something speaks against it, under full accuracy",
        arguments: [AccuracyAuthorization.full, .reduced]
    )
    func monitored(_ accuracy: AccuracyAuthorization) throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: accuracy)))
        let stream = scenario.followEvents()
        for second in 0..<200 {
            guard
                case .receiverReported(let receiver, .epoch(.fix(var fix), let time)) =
                    Event.fix(eastMeters: 0, at: scenario.now)
            else { return }
            fix.signs = .equallyStrong((30..<90).contains(second))
            scenario.send(.receiverReported(receiver, .epoch(.fix(fix), observedAt: time)))
            scenario.advance(by: .seconds(1))
        }
        let told = scenario.states(on: stream).map(\.trust)
        #expect(told == (accuracy == .full ? [nil, .doubtful, .contradicted, nil] : [nil]))
    }

    /// What is wrong with the reports of a receiver, and what is said of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var speed = 0.0
        let trust: [Trust]
        let change: @Sendable (Int, inout Fix) -> Void
    }

    private static let faults: [Fault] = [
        Fault(testDescription: "single fixes are wild", trust: []) { second, fix in
            guard second % 100 == 99 else { return }
            fix.coordinate = fix.coordinate.offset(eastMeters: 2000, northMeters: 0)
        },
        Fault(testDescription: "its speed is in the wrong unit", speed: 10, trust: []) { _, fix in
            fix.speedMetersPerSecond = 10 / 1.94
        },
        Fault(testDescription: "its speed is not stated", speed: 10, trust: []) { _, fix in
            fix.speedMetersPerSecond = nil
        },
        Fault(testDescription: "leap seconds become known", trust: [.doubtful, .trusted]) { second, fix in
            if second < 300 { fix.time = fix.time?.advanced(by: .seconds(18)) }
        },
        Fault(testDescription: "its time is an hour off", trust: [.contradicted, .trusted]) { second, fix in
            if (300..<400).contains(second) { fix.time = fix.time?.advanced(by: .seconds(3600)) }
        },
        Fault(testDescription: "it measures interference", trust: [.doubtful, .trusted]) { second, fix in
            fix.signs = ReceptionSigns(jamming: (300..<400).contains(second) ? 220 : 30)
        },
        Fault(testDescription: "its antenna was always open", trust: []) { _, fix in
            fix.signs = ReceptionSigns(hasAntennaFault: true)
        },
        Fault(testDescription: "its antenna breaks", trust: [.doubtful]) { second, fix in
            fix.signs = ReceptionSigns(hasAntennaFault: second >= 300)
        },
        // However right speed and course are.
        Fault(
            testDescription: "its signals are equally strong",
            speed: 3,
            trust: [.doubtful, .contradicted, .trusted]
        ) { second, fix in
            fix.signs = .equallyStrong((300..<400).contains(second))
        },
    ]

    @Test("stays, is doubted or is lost, as the fault deserves, and comes back after it", arguments: faults)
    func single(_ fault: Fault) throws {
        let run = TrustRun(try Self.reports(speed: fault.speed, fault.change))
        #expect(run.verdicts.map(\.trust) == fault.trust)
    }

    @Test("stays when it corrects its date in its first seconds", arguments: [-86_400, 86_400, -240_000_000])
    func firstDate(seconds: Int) throws {
        let reports = try Self.reports { second, fix in
            if second < 5 { fix.time = fix.time?.advanced(by: .seconds(seconds)) }
        }
        #expect(TrustRun(reports).verdicts.isEmpty)
    }

    @Test(
        "stays when reports waited while the machine slept, and is lost when all come so late; neither are believed",
        arguments: [100..<102, 100..<200]
    )
    func oldAfterSilence(old: Range<Int>) throws {
        let reports = try Self.reports(seconds: 200, speed: 1) { second, fix in
            let isLate = second >= 100 && !old.contains(second)
            if isLate { fix.time = fix.time?.advanced(by: .seconds(3600)) }
        }
        let run = Self.run(reports) { $0 < 100 ? 0 : 3600 }
        let staysLate = old.contains(199)
        #expect(run.verdicts.map(\.trust) == (staysLate ? [.contradicted] : []))
        #expect(!run.believed[old].contains(true))
        #expect(run.believed[99] && run.believed[110] != staysLate)
    }

    @Test("is believed again 3 s after a report as old as the silence if it gives no time any more")
    func noTimeAfterSilence() throws {
        let reports = try Self.reports(seconds: 200, speed: 1) { second, fix in
            if second > 100 { fix.time = nil }
        }
        let run = Self.run(reports) { $0 < 100 ? 0 : 3600 }
        #expect(run.verdicts.isEmpty)
        #expect(run.believed[99] && !run.believed[100..<103].contains(true))
        #expect(!run.believed[120...].contains(false))
    }

    @Test("is lost when it gives a fix each 40 s and each is as old as the silence")
    func alwaysOneIntervalLate() throws {
        let reports = try Self.reports(seconds: 130, speed: 1) { second, fix in
            if second > 100 { fix.time = fix.time?.advanced(by: .seconds(39 * (second - 100))) }
        }
        let run = Self.run(reports) { 39 * max(0, $0 - 99) }
        #expect(run.verdicts.map(\.trust) == [.contradicted])
        #expect(run.believed[99] && !run.believed[100...].contains(true))
    }

    @Test(
        "is contradicted by a second receiver with which it agreed, and only doubted if it never did",
        arguments: [true, false]
    )
    func secondReceiver(agreesAtFirst: Bool) throws {
        let other = try Self.reports { second, fix in
            let apart = agreesAtFirst ? min(max(Double(second - 200) * 20, 0), 2000) : 2000
            fix.coordinate = fix.coordinate.offset(eastMeters: apart, northMeters: 0)
            // One that states its speed would contradict itself.
            fix.speedMetersPerSecond = nil
        }
        let run = TrustRun(try Self.reports(), beside: other)
        #expect(run.verdicts.map(\.trust) == [agreesAtFirst ? .contradicted : .doubtful])
    }
}

extension ReceptionSigns {
    fileprivate static func equallyStrong(_ areEqual: Bool) -> ReceptionSigns {
        let spread = areEqual ? 0.5 : 4
        return .init(signals: SignalStrengths(count: 9, meanDecibels: 44, spreadDecibels: spread))
    }
}
