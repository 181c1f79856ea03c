import LocationModel
import NMEA
import WaymarkEngine

struct EngineBenchmark {
    let report: Report

    /// Replays a recording in virtual time with one widget.
    func replay(_ bytes: [UInt8]) throws {
        var decisions = 0
        var epochs = 0
        let costs = try Costs(of: 3) {
            var simulation = try simulation(widgetCount: 1)
            decisions = 0
            epochs = 0
            var last: UTCInstant?
            var decoder = NMEADecoder()
            let take = { (epoch: Epoch, _: TimeOfDay?) in
                epochs += 1
                if let time = time(of: epoch) {
                    let step = last.map { $0.duration(to: time) } ?? .zero
                    if step > .zero { simulation.advance(by: step) }
                    last = time
                }
                simulation.receive(epoch)
                decisions += simulation.drainOutcomes().count {
                    if case .record = $0.effect { true } else { false }
                }
            }
            decoder.decode(bytes.span, take)
            decoder.finish(take)
        }
        report.note("\(bytes.count / 1_000_000) MB, \(epochs) epochs, \(decisions) decisions")
        report.rate("bytes to decisions", of: epochs, in: costs.wall, "epochs/s")
    }

    /// Sends fixes to an engine with this many visible widgets, each of its own app.
    func handle(widgetCount: Int) throws {
        var simulation = try simulation(widgetCount: widgetCount)
        for second in 0..<10 { simulation.step(eastMeters: Double(second % 3)) }
        try answerRequests(of: &simulation)
        let still = Costs(of: 2000) { simulation.step(eastMeters: 1) }
        let text = "a fix at rest, \(widgetCount) widgets in view"
        report.figure("\(text), median", still.wall.median * 1e6, "µs")
        report.figure("\(text), 99 of 100 within", still.wall.percentile99 * 1e6, "µs")

        simulation.advance(by: .seconds(400))
        _ = simulation.drainOutcomes()
        // Among the few fixes that lead to it.
        let cost = Costs(of: 5) { simulation.step(eastMeters: 3000) }.wall.greatest * 1e3
        let requests = simulation.drainOutcomes().count {
            if case .tellProvider(_, .reload) = $0.effect { true } else { false }
        }
        report.figure("the fix that is a significant change: \(requests) requests", cost, "ms")
    }

    private func answerRequests(of simulation: inout Simulation) throws {
        let timeline = try Timeline(
            entries: [TimelineEntry(date: simulation.now.utc, content: "{}")],
            policy: .never
        )
        for case .tellProvider(let session, .reload(let request)) in simulation.drainOutcomes().map(\.effect)
        {
            let command = Command.deliverTimeline(session, request.request, timeline)
            let call = CallIdentifier(UInt64.max - request.request.rawValue)
            simulation.send(.called(command, by: Caller(user: Population.user), call: call))
        }
    }

    private func time(of epoch: Epoch) -> UTCInstant? {
        switch epoch {
        case .fix(let fix): fix.time
        case .noFix(let time, _): time
        }
    }

    private func simulation(widgetCount: Int) throws -> Simulation {
        let population = try Population(appCount: widgetCount)
        var settings = EngineSettings()
        settings.quotas[.sessions] = widgetCount
        var simulation = Simulation(settings: settings, state: population.state, at: .start)
        let caller = Caller(user: Population.user)
        for number in 1...widgetCount {
            simulation.send(
                .opened(
                    SessionIdentifier(UInt64(number)),
                    .provider(
                        try Population.app(number),
                        kinds: [try Population.kind(): KindDeclaration(wantsLocation: true)]
                    ),
                    by: caller,
                    call: CallIdentifier(UInt64(2 * number))
                )
            )
            let show = Command.setVisibility(WidgetIdentifier(UInt64(number)), visible: true, session: nil)
            simulation.send(.called(show, by: caller, call: CallIdentifier(UInt64(2 * number + 1))))
        }
        _ = simulation.drainOutcomes()
        return simulation
    }
}

extension Simulation {
    /// Receives the next second's fix of a machine that stands east of a place in Zurich.
    mutating func step(eastMeters: Double) {
        advance(by: .seconds(1))
        var fix = Fix(
            time: now.utc,
            coordinate: Coordinate.zurich.offset(eastMeters: eastMeters, northMeters: 0),
            quality: .autonomous,
            accuracy: FixAccuracy(horizontal68Meters: 3, horizontal95Meters: 5, source: .standardDeviations)
        )
        fix.speedMetersPerSecond = 0
        receive(.fix(fix))
    }

    fileprivate mutating func receive(_ epoch: Epoch) {
        send(.receiverReported(ReceiverIdentifier(0), .epoch(epoch, observedAt: now.instant)))
    }
}

extension Coordinate {
    static let zurich: Coordinate = {
        guard let place = Coordinate(latitudeDegrees: 47.376_9, longitudeDegrees: 8.541_7) else {
            preconditionFailure("a place in Zurich")
        }
        return place
    }()
}
