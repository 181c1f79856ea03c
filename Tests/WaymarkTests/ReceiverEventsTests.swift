import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("The receivers as a program sees them", .ownThreads, .timeLimit(.minutes(10)))
struct ReceiverEventsTests {
    private func receiver(
        _ number: Int,
        _ state: ReceiverCondition,
        reason: String? = nil
    ) -> InspectInterface.Receiver {
        .init(
            number: number,
            name: "gpsd://\(number)",
            state: state,
            reason: reason,
            sinceSeconds: 2.5,
            lastFixAgeSeconds: 1,
            followed: number == 0,
            onSeconds: 60
        )
    }

    @Test("are all there at first, and all again when one has changed; signs of life are none")
    func changes() async throws {
        let service = try await FakeService.start()
        let watching = Task { () async throws(ClientError) -> [[ReceiverStatus]] in
            var seen: [[ReceiverStatus]] = []
            for try await receivers in service.waymark.receivers() {
                seen.append(receivers)
                if seen.count == 2 { break }
            }
            return seen
        }
        let call = try await service.nextCall()
        let told = [
            [receiver(0, .fixed), receiver(1, .off)], [], [receiver(1, .acquiring, reason: "noPosition")],
        ]
        for (index, receivers) in told.enumerated() {
            let reply = InspectInterface.WatchReceivers.Reply(sequence: index + 1, receivers: receivers)
            service.reply(.partial(reply), to: call)
        }
        let seen = try await watching.value
        #expect(seen.map { $0.map(\.state) } == [[.fixed, .off], [.fixed, .acquiring]])
        let first = try #require(seen.first?.first)
        #expect(first.name == "gpsd://0" && first.isFollowed)
        #expect(first.duration == .seconds(2.5) && first.lastFixAge == .seconds(1))
        #expect(seen.last?.last?.reason == "noPosition")
    }
}

@Suite("The widgets of a host", .ownThreads, .timeLimit(.minutes(10)))
struct HostUpdatesTests {
    private static func event(_ members: String) -> Reply {
        .partial(RawJSON(checked: #"{"sequence":1,\#(members)}"#))
    }

    private static func view(_ widget: String, _ status: String) -> String {
        #"{"widget":"\#(widget)","app":"org.example.Test","kind":"where","user":1000,"family":"small","#
            + #""status":"\#(status)"}"#
    }

    @Test("come all at first, as they are after what changed while they were told")
    func pieces() async throws {
        let service = try await FakeService.start()
        let host = WidgetHost(on: service.waymark)
        let reading = Task { () throws -> [String] in
            for try await update in host.updates() {
                guard case .widgets(let widgets) = update else { return ["\(update)"] }
                return widgets.map { "\($0.id) \($0.status.rawValue)" }
            }
            return []
        }
        let watch = try await service.nextCall()
        let first = Self.view("w1", "fix") + "," + Self.view("w2", "fix")
        let events = [
            #""event":"session","session":"s1","more":true,"widgets":[\#(first)]"#,
            #""event":"withdrawn","widget":\#(Self.view("w1", "denied"))"#,
            #""event":"removed","removed":"w2""#,
            #""event":"widgets","widgets":[\#(Self.view("w3", "ready"))]"#,
        ]
        for event in events { service.reply(Self.event(event), to: watch) }
        #expect(try await reading.value == ["w1 denied", "w3 ready"])
    }

    @Test("are in view as was said last, also while a new session is told all of it")
    func visibility() async throws {
        let service = try await FakeService.start()
        let host = WidgetHost(on: service.waymark)
        let widgets = [WidgetIdentifier(1), WidgetIdentifier(2)]
        for widget in widgets { await host.setVisible(true, for: widget) }
        let (told, continuation) = AsyncStream.makeStream(of: Void.self)
        let reading = Task { for try await _ in host.updates() { continuation.yield() } }
        let watch = try await service.nextCall()
        service.reply(Self.event(#""event":"session","session":"s1","widgets":[]"#), to: watch)
        let begun = try await service.nextCall()
        let first = try begun.parameters(of: HostInterface.SetVisibility.self).widget
        let other = first == widgets[0].description ? widgets[1] : widgets[0]
        let hiding = Task { await host.setVisible(false, for: other) }
        // It is said while the first call waits.
        try await Task.sleep(for: .milliseconds(50))
        let answering = Task {
            var last: [String: Bool] = [:]
            while let call = try? await service.nextCall(),
                let said = try? call.parameters(of: HostInterface.SetVisibility.self)
            {
                last[said.widget] = said.visible
                service.reply(.success(), to: call)
            }
            return last
        }
        service.reply(.success(), to: begun)
        var updates = told.makeAsyncIterator()
        _ = await updates.next()
        await hiding.value
        answering.cancel()
        #expect(await answering.value[other.description] == false)
        reading.cancel()
    }
}
