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

    @Test("that jumps 3 km is withdrawn until it is back, and only the place before is known")
    func jump() throws {
        let run = TrustRun(
            try Self.reports(seconds: 900) { second, fix in
                if (300..<600).contains(second) {
                    fix.coordinate = fix.coordinate.offset(eastMeters: 3000, northMeters: 0)
                }
            }
        )
        #expect(run.verdicts.map(\.trust) == [.doubtful, .contradicted, .trusted])
        #expect(run.changes.count == 1)
        #expect(!run.believed[300..<600].contains(true))
        #expect(run.believed[640])
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
            let spread = (30..<90).contains(second) ? 0.5 : 4
            let signals = SignalStrengths(count: 9, meanDecibels: 44, spreadDecibels: spread)
            fix.signs = ReceptionSigns(signals: signals)
            scenario.send(.receiverReported(receiver, .epoch(.fix(fix), observedAt: time)))
            scenario.advance(by: .seconds(1))
        }
        let told = scenario.states(on: stream).map(\.trust)
        #expect(told == (accuracy == .full ? [nil, .doubtful, .contradicted, nil] : [nil]))
    }

    @Test("stays when single fixes are wild")
    func wildFixes() throws {
        let run = TrustRun(
            try Self.reports { second, fix in
                if second % 100 == 99 {
                    fix.coordinate = fix.coordinate.offset(eastMeters: 2000, northMeters: 0)
                }
            }
        )
        #expect(run.verdicts.isEmpty)
    }

    @Test("stays when its speed is in the wrong unit, or is not stated")
    func wrongSpeed() throws {
        let half = try Self.reports(speed: 10) { _, fix in fix.speedMetersPerSecond = 10 / 1.94 }
        #expect(TrustRun(half).verdicts.isEmpty)
        let none = try Self.reports(speed: 10) { _, fix in fix.speedMetersPerSecond = nil }
        #expect(TrustRun(none).verdicts.isEmpty)
    }

    @Test("is doubted when leap seconds become known, and contradicted when its time is an hour off")
    func clock() throws {
        let leap = try Self.reports { second, fix in
            if second < 300 { fix.time = fix.time?.advanced(by: .seconds(18)) }
        }
        #expect(TrustRun(leap).verdicts.map(\.trust) == [.doubtful, .trusted])
        let hour = try Self.reports { second, fix in
            if (300..<400).contains(second) { fix.time = fix.time?.advanced(by: .seconds(3600)) }
        }
        #expect(TrustRun(hour).verdicts.map(\.trust) == [.contradicted, .trusted])
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
        let run = TrustRun(
            reports.enumerated()
                .map { second, report in
                    let pause: Duration = second < 100 ? .zero : .seconds(3600)
                    return ObservedEpoch(report.epoch, observedAt: report.observedAt + pause)
                }
        )
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
        let run = TrustRun(
            reports.enumerated()
                .map { second, report in
                    let pause: Duration = second < 100 ? .zero : .seconds(3600)
                    return ObservedEpoch(report.epoch, observedAt: report.observedAt + pause)
                }
        )
        #expect(run.verdicts.isEmpty)
        #expect(run.believed[99] && !run.believed[100..<103].contains(true))
        #expect(!run.believed[120...].contains(false))
    }

    @Test("is lost when it gives a fix each 40 s and each is as old as the silence")
    func alwaysOneIntervalLate() throws {
        let reports = try Self.reports(seconds: 130, speed: 1) { second, fix in
            if second > 100 { fix.time = fix.time?.advanced(by: .seconds(39 * (second - 100))) }
        }
        let run = TrustRun(
            reports.enumerated()
                .map { second, report in
                    let pauses: Duration = .seconds(39 * max(0, second - 99))
                    return ObservedEpoch(report.epoch, observedAt: report.observedAt + pauses)
                }
        )
        #expect(run.verdicts.map(\.trust) == [.contradicted])
        #expect(run.believed[99] && !run.believed[100...].contains(true))
    }

    @Test("stays when it corrects its date in its first seconds", arguments: [-86_400, 86_400, -240_000_000])
    func firstDate(seconds: Int) throws {
        let reports = try Self.reports { second, fix in
            if second < 5 { fix.time = fix.time?.advanced(by: .seconds(seconds)) }
        }
        #expect(TrustRun(reports).verdicts.isEmpty)
    }

    @Test("is lost when its signals are equally strong, however right speed and course are")
    func equalSignals() throws {
        let spoofed = try Self.reports(speed: 3) { second, fix in
            let spread = (300..<400).contains(second) ? 0.5 : 4
            fix.signs = ReceptionSigns(
                signals: SignalStrengths(count: 9, meanDecibels: 44, spreadDecibels: spread)
            )
        }
        #expect(TrustRun(spoofed).verdicts.map(\.trust) == [.doubtful, .contradicted, .trusted])
    }

    @Test(
        "is doubted while it measures interference, and when its antenna breaks, but not if that was always open"
    )
    func signs() throws {
        let jammed = try Self.reports { second, fix in
            fix.signs = ReceptionSigns(jamming: (300..<400).contains(second) ? 220 : 30)
        }
        #expect(TrustRun(jammed).verdicts.map(\.trust) == [.doubtful, .trusted])
        let passive = try Self.reports { _, fix in fix.signs = ReceptionSigns(hasAntennaFault: true) }
        #expect(TrustRun(passive).verdicts.isEmpty)
        let broken = try Self.reports { second, fix in
            fix.signs = ReceptionSigns(hasAntennaFault: second >= 300)
        }
        #expect(TrustRun(broken).verdicts.map(\.trust) == [.doubtful])
    }

    @Test("is contradicted by a second receiver with which it agreed, and only doubted if it never did")
    func secondReceiver() throws {
        for agreesAtFirst in [true, false] {
            let other = try Self.reports { second, fix in
                let apart = agreesAtFirst ? min(max(Double(second - 200) * 20, 0), 2000) : 2000
                fix.coordinate = fix.coordinate.offset(eastMeters: apart, northMeters: 0)
                // One that states its speed would contradict itself.
                fix.speedMetersPerSecond = nil
            }
            let honest = try Self.reports()
            var engine = Engine(
                receiverNames: ["first", "second"],
                at: Moment(instant: honest[0].observedAt, utc: UTCInstant(secondsSince1970: 0))
            )
            var verdicts: [Trust] = []
            for index in honest.indices {
                for (receiver, report) in [honest[index], other[index]].enumerated() {
                    let effects = engine.handle(
                        .receiverReported(
                            ReceiverIdentifier(receiver),
                            .epoch(report.epoch, observedAt: report.observedAt)
                        ),
                        at: Moment(instant: report.observedAt, utc: UTCInstant(secondsSince1970: 0))
                    )
                    for case .record(let entry) in effects {
                        if case .trust(let verdict, _, _) = entry.decision { verdicts.append(verdict.trust) }
                    }
                }
            }
            #expect(verdicts == [agreesAtFirst ? .contradicted : .doubtful])
        }
    }
}
