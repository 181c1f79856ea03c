import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("A widget extension", .ownThreads, .timeLimit(.minutes(10)))
struct WidgetExtensionTests {
    private func run(
        on service: FakeService,
        _ provider: some TimelineProvider = Describer(),
        report: @escaping @Sendable (ProviderReport) -> Void = { _ in }
    ) -> Task<Void, any Error> {
        let kind = StaticConfiguration(kind: "where", provider: provider)
            .configurationDisplayName("Where").description("A place.").supportedFamilies([.inline, .small])
        let widgets = WidgetExtension(app: "org.example.Test", widgets: [kind])
        return Task { try await widgets.run(on: service.waymark, report: report) }
    }

    /// Asks a provider for a timeline, and returns what its program calls.
    private func answer(of provider: some TimelineProvider) async throws -> FakeService.Received {
        let service = try await FakeService.start()
        let running = run(on: service, provider)
        let serve = try await service.openSession()
        service.send(.reload(.request("r1")), to: serve)
        let answer = try await service.nextCall()
        running.cancel()
        try await running.value
        return answer
    }

    @Test("registers its kinds as they are configured, makes a timeline for a reload, and delivers it")
    func delivers() async throws {
        let service = try await FakeService.start()
        let running = run(on: service)
        let serve = try await service.openSession()
        let asked = try serve.parameters(of: WidgetsInterface.Serve.self)
        let kind = WidgetsInterface.KindDeclaration(
            kind: "where",
            wantsLocation: true,
            name: "Where",
            description: "A place.",
            families: [.inline, .small]
        )
        #expect(asked == .init(app: "org.example.Test", kinds: [kind]))
        service.send(.reload(.request("r1")), to: serve)
        let delivery = try await service.nextCall().parameters(of: WidgetsInterface.DeliverTimeline.self)
        #expect(delivery.session == "s1" && delivery.request == "r1" && delivery.entries.count == 1)
        #expect(delivery.entries[0].date == "2023-11-14T22:13:20Z")
        #expect(delivery.entries[0].content == RawJSON(["text": "significantChange of w1"]))
        #expect(delivery.policy == .after && delivery.after == "2023-11-14T22:14:20Z")
        running.cancel()
        try await running.value
    }

    @Test("ends when the service tells it that nothing needs it any more")
    func stops() async throws {
        let service = try await FakeService.start()
        let running = run(on: service)
        let serve = try await service.openSession()
        service.send(WidgetsInterface.Serve.Reply(sequence: 2, event: .stop), to: serve)
        try await running.value
    }

    @Test("tells its provider what may be known, or why it may not")
    func tellsLocation() async throws {
        let coordinate = try #require(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4))
        let berlin = LocationInterface.Location(
            coordinate: coordinate,
            age: .seconds(1.5),
            timeInstant: UTCInstant("2024-04-28T03:00:00Z"),
            horizontalAccuracyMeters: 4,
            source: .receiver
        )
        let table: [(WidgetsInterface.Reload, LocationAnswer)] = [
            (.request("r1", isAuthorized: false, absence: .unauthorized), .unauthorized),
            (.request("r2", absence: .insufficientlyInUse), .notAvailable(.insufficientlyInUse)),
            (.request("r3", absence: .locationUnknown), .notAvailable(.locationUnknown)),
            (.request("r4", absence: .notWanted), .notWanted),
            (
                .request("r5", location: berlin),
                .location(
                    Location(
                        coordinate: coordinate,
                        age: .milliseconds(1500),
                        time: UTCInstant("2024-04-28T03:00:00Z").map { Date($0) },
                        horizontalAccuracyMeters: 4
                    )
                )
            ),
        ]
        let (contexts, continuation) = AsyncStream.makeStream(of: TimelineProviderContext.self)
        let service = try await FakeService.start()
        let running = run(
            on: service,
            Improviser { context in
                continuation.yield(context)
                return .text("")
            }
        )
        let serve = try await service.openSession()
        var iterator = contexts.makeAsyncIterator()
        for (reload, expected) in table {
            service.send(.reload(reload), to: serve)
            let context = await iterator.next()
            #expect(context?.location == expected)
            #expect(context?.isAuthorizedForWidgetUpdates == reload.isAuthorizedForWidgetUpdates)
            #expect(context?.deadline == UTCInstant("2024-04-28T03:00:30Z").map { Date($0) })
            service.reply(.success(), to: try await service.nextCall())
        }
        running.cancel()
        try await running.value
    }

    /// Timelines of entries one minute apart, the last first, and what is delivered of them.
    private static let lengths: [(entries: Int, policy: TimelineReloadPolicy, delivered: Int, told: String)] =
        [
            (0, .never, 1, "never"), (256, .never, 256, "never"), (257, .never, 256, "atEnd"),
            (300, .atEnd, 256, "atEnd"), (300, .after(Describer.date.addingTimeInterval(60)), 256, "after"),
            (300, .after(Describer.date.addingTimeInterval(290 * 60)), 256, "atEnd"),
        ]

    @Test("shows nothing for a timeline without entries, and of too many the first", arguments: lengths)
    func counts(
        _ row: (entries: Int, policy: TimelineReloadPolicy, delivered: Int, told: String)
    ) async throws {
        let provider = Improviser { _ in
            let entries = (0..<row.entries).reversed().map { minute in
                TextEntry(date: Describer.date.addingTimeInterval(Double(minute) * 60), text: "\(minute)")
            }
            return Timeline(entries: entries, policy: row.policy)
        }
        let delivery = try await answer(of: provider).parameters(of: WidgetsInterface.DeliverTimeline.self)
        #expect(delivery.entries.count == row.delivered)
        #expect("\(delivery.policy)" == row.told)
        let texts = delivery.entries.map(\.content.text)
        #expect(texts.contains(row.entries == 0 ? #"{"text":""}"# : #"{"text":"0"}"#))
        #expect(row.entries == 0 || texts.contains(#"{"text":"255"}"#))
    }

    @Test(
        "answers that it failed, and why, when there is no timeline to deliver",
        arguments: [
            (Improviser { _ in throw NoLuck() }, "no luck"),
            (
                Improviser { _ in throw ClientError.disconnected(path: "/other") },
                "the service closed the connection to /other"
            ),
            (
                Improviser { _ in .text(String(repeating: "x", count: 70_000)) },
                "bytes are too long for a message, which may have 65536"
            ),
            // The service would refuse the whole timeline.
            (
                Improviser { _ in .text("", relevance: .init(score: 1, duration: 1e10)) },
                "a score that is no number, or a duration below 0 or of over 100 years"
            ),
        ]
    )
    func fails(provider: Improviser, message: String) async throws {
        let failure = try await answer(of: provider).parameters(of: WidgetsInterface.FailTimeline.self)
        #expect(failure.session == "s1" && failure.request == "r1" && failure.message.hasSuffix(message))
    }

    @Test("as a program says why it cannot begin and ends with a status of its own")
    func mainWithoutService() async throws {
        let ending = await #expect(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
            await WidgetExtension(
                app: "org.example.Test",
                widgets: [StaticConfiguration(kind: "where", provider: Describer())]
            ).main(on: WaymarkService(socketPath: "/nonexistent/socket"))
        }
        let message = String(decoding: try #require(ending).standardErrorContent, as: UTF8.self)
        #expect(message.contains("cannot connect to /nonexistent/socket: No such file or directory"))
        await #expect(processExitsWith: .exitCode(1)) {
            await WidgetExtension(app: "a/b", widgets: []).main()
        }
    }

    @Test("works on the requests of different widgets at the same time")
    func concurrentWidgets() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let service = try await FakeService.start()
        let running = run(
            on: service,
            Improviser { context in
                if context.widget == WidgetIdentifier(1) {
                    for await _ in gate { break }
                } else {
                    opener.yield()
                }
                return .text("\(context.widget)")
            }
        )
        let serve = try await service.openSession()
        service.send(.reload(.request("r1", widget: "w1")), to: serve)
        service.send(.reload(.request("r2", widget: "w2")), to: serve)
        var requests: Set<String> = []
        for _ in 1...2 {
            let delivery = try await service.nextCall()
            requests.insert(try delivery.parameters(of: WidgetsInterface.DeliverTimeline.self).request)
            service.reply(.success(), to: delivery)
        }
        #expect(requests == ["r1", "r2"])
        running.cancel()
        try await running.value
    }

    @Test("gives up a request when a newer one for the same widget comes")
    func newerRequest() async throws {
        let service = try await FakeService.start()
        let (started, starter) = AsyncStream.makeStream(of: Void.self)
        let isFirst = Guarded(true)
        let running = run(
            on: service,
            Improviser { _ in
                let hangs = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                if hangs {
                    starter.yield()
                    try await Task.sleep(for: .seconds(3600))
                }
                return .text("")
            }
        )
        let serve = try await service.openSession()
        service.send(.reload(.request("r1")), to: serve)
        for await _ in started { break }
        service.send(.reload(.request("r2")), to: serve)
        let delivery = try await service.nextCall()
        #expect(try delivery.parameters(of: WidgetsInterface.DeliverTimeline.self).request == "r2")
        running.cancel()
        try await running.value
    }

    @Test("waits for the completion of a provider that is not async, and gives one up that never answers")
    func completions() async throws {
        let service = try await FakeService.start()
        let running = run(on: service, LateDescriber())
        let serve = try await service.openSession()
        service.send(.reload(.request("r1", widget: "w2")), to: serve)
        service.send(.reload(.request("r2", widget: "w1")), to: serve)
        let delivery = try await service.nextCall().parameters(of: WidgetsInterface.DeliverTimeline.self)
        #expect(delivery.request == "r2")
        #expect(delivery.entries.map(\.content) == [RawJSON(["text": "late"])])
        running.cancel()
        try await running.value
    }

    @Test("registers again when the service comes back, and answers as before")
    func restart() async throws {
        let (reports, continuation) = AsyncStream.makeStream(of: ProviderReport.self)
        let first = try await FakeService.start()
        let running = run(on: first) { continuation.yield($0) }
        let serve = try await first.openSession()
        first.close(serve)
        var iterator = reports.makeAsyncIterator()
        guard case .connected? = await iterator.next(),
            case .disconnected(.disconnected, retryIn: let pause)? = await iterator.next(),
            pause <= .seconds(1)
        else {
            Issue.record("the end of the session is not reported")
            return
        }
        let again = try await first.openSession(named: "s2")
        first.send(.reload(.request("r9")), to: again)
        let delivery = try await first.nextCall()
        #expect(try delivery.parameters(of: WidgetsInterface.DeliverTimeline.self).session == "s2")
        running.cancel()
        try await running.value
    }

    @Test("complains without what a terminal would obey: an error may quote a stranger")
    func complaint() async throws {
        let ending = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            complain("a\u{1B}[2J\nb")
        }
        let text = String(decoding: try #require(ending).standardErrorContent, as: UTF8.self)
        #expect(text.hasSuffix(": a [2J b\n"))
    }
}

private struct NoLuck: Error, CustomStringConvertible { let description = "no luck" }
