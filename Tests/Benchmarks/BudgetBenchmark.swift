import CAllocations
import LinuxSystem
import LocationModel
import WaymarkEngine

/// The cost of the reload budget and of tickets: memory, and the budget's share of a reload.
struct BudgetBenchmark {
    private static let providerCount = 100
    private static let widgetsOfProvider = 100

    let report: Report

    func run() throws {
        let empty = allocated_bytes()
        var charged = try simulation(dailyReloads: 10_000)
        let count = Self.providerCount * Self.widgetsOfProvider
        let resting = allocated_bytes()
        report.figure("memory a widget, with its timeline", Double(resting - empty) / Double(count), "bytes")
        let fix = Costs(of: 2000) { charged.send(Self.fix(at: charged.now)) }
        report.figure("a fix with nobody eligible, median", fix.wall.median * 1e6, "µs")

        // The first round gives each widget its budget.
        _ = try reloadAll(&charged)
        report.figure("memory of its budget", Double(MemoryLayout<ReloadBudget>.stride), "bytes")
        var free = try simulation(dailyReloads: nil)
        _ = try reloadAll(&free)
        var (withBudget, without): ([Cost], [Cost]) = ([], [])
        for _ in 0..<5 {
            withBudget.append(try reloadAll(&charged))
            without.append(try reloadAll(&free))
        }
        let (all, rest) = (Costs(withBudget).processor.median, Costs(without).processor.median)
        report.figure("a reload, asked for, requested and answered", all / Double(count) * 1e6, "µs")
        report.figure("  without a budget", rest / Double(count) * 1e6, "µs")
        report.figure("  the budget's share", max(all - rest, 0) / all * 100, "%")

        let before = allocated_bytes()
        try pushAll(&charged)
        report.figure(
            "memory of a ticket that waits",
            Double(allocated_bytes() - before) / Double(count),
            "bytes"
        )
        let withTickets = Costs(of: 2000) { charged.send(Self.fix(at: charged.now)) }
        report.figure("a fix while each widget has one, median", withTickets.wall.median * 1e6, "µs")
    }

    /// Has all providers leave, and another program push to all apps, whose reloads then wait.
    private func pushAll(_ simulation: inout Simulation) throws {
        for number in 1...Self.providerCount {
            simulation.send(.disconnected(SessionIdentifier(UInt64(number))))
        }
        for number in 1...Self.providerCount {
            simulation.send(
                .called(
                    .push(try Population.app(number), kind: nil),
                    by: Caller(user: Population.user),
                    call: CallIdentifier(UInt64(number))
                )
            )
        }
        _ = simulation.drainOutcomes()
    }

    /// Has each provider ask for all its widgets, and answers.
    private func reloadAll(_ simulation: inout Simulation) throws -> Cost {
        simulation.advance(by: .seconds(60))
        _ = simulation.drainOutcomes()
        return try Cost.of {
            for number in 1...Self.providerCount {
                let session = SessionIdentifier(UInt64(number))
                simulation.send(
                    .called(
                        .reloadTimelines(session, kind: nil, widget: nil),
                        by: Caller(user: Population.user),
                        call: CallIdentifier(UInt64(number))
                    )
                )
            }
            let timeline = try Timeline(
                entries: [TimelineEntry(date: simulation.now.utc, content: "{}")],
                policy: .never
            )
            for case .tellProvider(let session, .reload(let request)) in simulation.drainOutcomes().map(
                \.effect
            ) {
                simulation.send(
                    .called(
                        .deliverTimeline(session, request.request, timeline),
                        by: Caller(user: Population.user),
                        call: CallIdentifier(request.request.rawValue)
                    )
                )
            }
            _ = simulation.drainOutcomes()
        }
    }

    private static func fix(at now: Moment) -> Event {
        guard let coordinate = Coordinate(latitudeDegrees: 47.376_9, longitudeDegrees: 8.541_7) else {
            preconditionFailure("a place in Zurich")
        }
        let fix = Fix(
            time: now.utc,
            coordinate: coordinate,
            quality: .autonomous,
            accuracy: FixAccuracy(horizontal68Meters: 3, horizontal95Meters: 5, source: .standardDeviations)
        )
        return .receiverReported(ReceiverIdentifier(0), .epoch(.fix(fix), observedAt: now.instant))
    }

    /// A machine with the widgets of all providers, which are connected; nobody looks.
    private func simulation(dailyReloads: Int?) throws -> Simulation {
        let start = Moment(
            instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(1000)),
            utc: UTCInstant(secondsSince1970: 1_790_000_000)
        )
        let population = try Population(appCount: Self.providerCount, .authorizedWhenInUse)
        var state = population.state
        guard let timeline = state.widgets[WidgetIdentifier(1)]?.timeline else {
            throw SystemError("timeline", code: 22)
        }
        for number in 1...Self.providerCount {
            let kind = KindKey(app: try Population.app(number), kind: try Population.kind())
            for index in 1..<Self.widgetsOfProvider {
                let widget = WidgetIdentifier(UInt64(number + index * Self.providerCount))
                state.apply(.widgetPlaced(widget, kind))
                state.apply(.timeline(widget, timeline))
            }
        }
        var settings = EngineSettings()
        for quota in Quota.allCases { settings.quotas[quota] = .max }
        settings.dailyReloads = dailyReloads
        var simulation = Simulation(settings: settings, state: state, at: start)
        for number in 1...Self.providerCount {
            simulation.send(
                .providerConnected(
                    SessionIdentifier(UInt64(number)),
                    app: try Population.app(number),
                    kinds: [try Population.kind(): KindDeclaration(wantsLocation: true)],
                    call: CallIdentifier(UInt64(number))
                )
            )
        }
        _ = simulation.drainOutcomes()
        return simulation
    }
}
