import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@testable import Daemon

@Suite("A place that waits because the disk is full")
struct UnsavedPlaceTests {
    private static let app = "org.example.app"

    /// What the person does while the place waits.
    enum Change: CaseIterable {
        case nothing, denied, reduced, paused

        fileprivate func make(_ person: ClientInMemory) throws {
            let app = UnsavedPlaceTests.app
            let failure: (name: String, parameters: JSONObject)? =
                switch self {
                case .nothing: nil
                case .denied: try person.failure(SettingsInterface.Authorize(app: app, status: .denied))
                case .reduced: try person.failure(SettingsInterface.Authorize(app: app, accuracy: .reduced))
                case .paused: try person.failure(SettingsInterface.Pause())
                }
            // It is in force all the same.
            #expect(failure?.name == (self == .nothing ? nil : "StateNotSaved"))
        }

        /// What the provider is told instead of the place.
        fileprivate var absence: WidgetAbsence? {
            switch self {
            case .nothing: nil
            case .denied: .unauthorized
            case .reduced: .locationUnknown
            case .paused: .pausedByPerson
            }
        }
    }

    @Test("does not leave if the person withdraws it meanwhile; the reload does", arguments: Change.allCases)
    func withdrawn(_ change: Change) throws {
        let service = try ServiceInMemory()
        let (person, provider) = (try service.connect(), try service.connect())
        try person.simulatePlace()
        try person.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedAlways))
        let kinds = [WidgetsInterface.KindDeclaration(kind: "where", wantsLocation: true)]
        let first = try provider.open(WidgetsInterface.Serve(app: Self.app, kinds: kinds))
        let session = try #require(first.first?.session)

        try service.setDisk(isFull: true)
        let placing = try person.failure(HostInterface.Place(app: Self.app, kind: "where"))
        #expect(placing.name == "StateNotSaved")
        try service.advance(by: .seconds(5))
        try change.make(person)
        #expect(try provider.events(WidgetsInterface.Serve.Reply.self).isEmpty)
        try service.setDisk(isFull: false)
        try service.advance(by: .seconds(6))

        let events = try provider.events(WidgetsInterface.Serve.Reply.self)
        #expect(events.map(\.sequence) == events.indices.map { first.count + 1 + $0 })
        let reloads = events.compactMap(\.reload)
        #expect(reloads.count == 1)
        let reload = try #require(reloads.first)
        #expect((reload.location != nil) == (change == .nothing))
        #expect(reload.locationAbsence == change.absence)
        // The provider can answer as if the disk had always worked.
        try person.answer(reload, session)
    }

    @Test("follows on the same stream of events after a pause that withdrew it, until it is acknowledged")
    func occurrence() throws {
        typealias Event = MonitorInterface.FollowEvents.Reply
        let service = try ServiceInMemory()
        let (person, follower) = (try service.connect(), try service.connect())
        try person.simulatePlace()
        try person.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedAlways))
        try person.call(MonitorInterface.StartMonitoring(app: Self.app, service: .significantChanges))
        _ = try follower.open(MonitorInterface.FollowEvents(app: Self.app))

        try service.setDisk(isFull: true)
        try service.advance(by: .seconds(10))
        #expect(try person.failure(SettingsInterface.Pause()).name == "StateNotSaved")
        #expect(try follower.events(Event.self).isEmpty)
        try service.setDisk(isFull: false)
        try service.advance(by: .seconds(6))
        let withdrawn = try follower.events(Event.self)
        #expect(withdrawn.map(\.event).contains(.keepAlive) && withdrawn.allSatisfy { $0.occurrence == nil })
        #expect(withdrawn.compactMap(\.state).last?.diagnostics.contains(.pausedByPerson) == true)

        try person.call(SettingsInterface.Resume())
        let told = try follower.events(Event.self).compactMap(\.occurrence)
        #expect(told.map(\.kind) == [.significantChange])
        let event = try #require(told.first).identifier
        try person.call(MonitorInterface.Acknowledge(app: Self.app, event: event))
        try person.call(SettingsInterface.Pause())
        try person.call(SettingsInterface.Resume())
        #expect(try follower.events(Event.self).allSatisfy { $0.occurrence == nil })
    }

    @Test("is withdrawn from what a host is told at first, too")
    func content() {
        typealias Event = HostInterface.Watch.Reply
        func view(_ widget: String, _ content: String?) -> HostInterface.WidgetView {
            .init(
                widget: widget,
                app: Self.app,
                kind: "where",
                user: 1000,
                family: .medium,
                status: .fix,
                entry: content.map { .init(date: "2026-05-12T06:30:00Z", content: RawJSON(checked: $0)) }
            )
        }
        let list = Event(sequence: 0, event: .session, widgets: [view("w1", "{}"), view("w2", "{}")])
        #expect(list.withholding(view("w1", nil)).widgets == [view("w1", nil), view("w2", "{}")])
        let event = Event(sequence: 0, event: .widget, widget: view("w1", "{}"))
        #expect(event.withholding(view("w1", nil)) == event)
    }
}
