import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces
import WaymarkLab

@Suite("A feed of the service")
struct FeedTests {
    private static let app = "org.example.app"
    private static let user: UInt32 = 4711

    /// A service with a phone's feed, which a person may know of, and a modem's, which is ranked after it.
    private func service() throws -> ServiceInMemory {
        let (phone, modem) = ("feed://phone?source=phone", "feed://modem?rank=1&source=modem")
        let service = try ServiceInMemory(receivers: [phone, modem].map { "\($0)&user=\(Self.user)" })
        try service.connect().call(SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse))
        return service
    }

    private func follow(_ service: ServiceInMemory, every seconds: Double? = nil) throws -> ClientInMemory {
        let client = try service.connect()
        _ = try client.open(LocationInterface.FollowLocation(app: Self.app, minimumIntervalSeconds: seconds))
        return client
    }

    private func open(_ feed: String, _ service: ServiceInMemory) throws -> (ClientInMemory, String) {
        let client = try service.connect(user: Self.user)
        let events = try client.open(FeedInterface.Open(feed: feed))
        #expect(events.map(\.sequence) == Array(1...events.count))
        return (client, try #require(events.first?.session))
    }

    private func fix(_ service: ServiceInMemory) -> FeedInterface.Fix {
        let now = UTCInstant(nanosecondsSince1970: service.kernel.nanosecondsSince1970)
        let time = now.description
        return .init(latitudeDegrees: 48, longitudeDegrees: 8, horizontalAccuracyMeters: 12, time: time)
    }

    private func latest(of app: ClientInMemory) throws -> LocationInterface.Location? {
        try app.events(LocationInterface.FollowLocation.Reply.self).compactMap(\.location).last
    }

    private func receivers(_ service: ServiceInMemory) throws -> [InspectInterface.Receiver] {
        try service.connect().call(InspectInterface.GetStatus()).receivers
    }

    @Test("is told when positions are wanted and how far apart, and gives them with their origin")
    func positions() throws {
        let service = try service()
        let (stream, session) = try open("phone", service)
        let app = try follow(service, every: 60)
        let wanted = try #require(try stream.events(FeedInterface.Open.Reply.self).last)
        #expect(wanted.event == .wanted && wanted.intervalSeconds == 60)
        let calls = try service.connect(user: Self.user)
        for _ in 0..<5 {
            try calls.call(FeedInterface.SendFix(session: session, fix: fix(service)))
            try service.advance(by: .seconds(1))
        }
        let location = try #require(try latest(of: app))
        #expect(location.source == .phone && location.coordinate.latitudeDegrees == 48)
        #expect(location.horizontalAccuracyMeters == 12)
        // Another app needs every position.
        let second = try follow(service)
        let every = try #require(try stream.events(FeedInterface.Open.Reply.self).last)
        #expect(every.event == .wanted && every.intervalSeconds == nil)
        try app.disconnect()
        try second.disconnect()
        try service.advance(by: .seconds(60))
        #expect(try stream.events(FeedInterface.Open.Reply.self).last?.event == .unwanted)
    }

    @Test("is asked during a pause when an authorized program reports movement; other programs are refused")
    func movement() throws {
        let service = try ServiceInMemory(
            configuration: "[Bridge]\nMovementUser=4713\n",
            receivers: ["feed://phone?user=\(Self.user)"]
        )
        let person = try service.connect()
        try person.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedAlways))
        try person.call(MonitorInterface.StartMonitoring(app: Self.app, service: .significantChanges))
        let (stream, session) = try open("phone", service)
        let calls = try service.connect(user: Self.user)
        var last = FeedInterface.Open.Reply.Event.wanted
        for _ in 0..<60 where last == .wanted {
            try calls.call(FeedInterface.SendFix(session: session, fix: fix(service)))
            try service.advance(by: .seconds(1))
            last = try stream.events(FeedInterface.Open.Reply.self).last?.event ?? last
        }
        try #require(last == .unwanted)
        for user in [4712, Self.user] {
            let stranger = try service.connect(user: user)
            #expect(try stranger.failure(FeedInterface.ReportMovement()).name == "PermissionDenied")
        }
        let sensor = try service.connect(user: 4713)
        for odd in ["", "a b", "\u{1b}[2J", String(repeating: "a", count: 33)] {
            #expect(try sensor.failure(FeedInterface.ReportMovement(reason: odd)).name == "InvalidParameter")
        }
        #expect(try stream.replies().isEmpty)
        try sensor.call(FeedInterface.ReportMovement(reason: "wifi"))
        #expect(try stream.events(FeedInterface.Open.Reply.self).map(\.event) == [.wanted])
        let decisions = try person.call(InspectInterface.ExplainApp(app: Self.app)).decisions
        let reports = decisions.filter { $0.decision == "movementReported" }.map(\.text)
        let text = "says a program of the user 4713 (wifi): the receivers' pause ends"
        #expect(reports == ["the machine may have moved, " + text])
    }

    @Test("is brought by root, the service's own user, and the one whom the configuration names")
    func users() throws {
        let service = try service()
        let open = FeedInterface.Open(feed: "phone")
        func failure(_ feed: String, user: UInt32) throws -> String {
            try service.connect(user: user).failure(FeedInterface.Open(feed: feed)).name
        }
        #expect(try failure("phone", user: 4712) == "PermissionDenied")
        #expect(try failure("other", user: 4712) == "PermissionDenied")
        #expect(try failure("other", user: Self.user) == "UnknownFeed")
        #expect(try failure("phone", user: Self.user) == "ExpectedMore")
        let first = try service.connect(user: getuid())
        #expect(try first.open(open).first?.event == .opened)
        let second = try service.connect(user: Self.user)
            .call(FeedInterface.Open.method, #"{"feed":"phone"}"#, .more)
        #expect(second.map(\.outcome) == [.failure("io.waymark.Feed.FeedTaken")])
        withExtendedLifetime(first) {}
    }

    @Test("takes what its own program sends, and nobody else's")
    func sessions() throws {
        let service = try service()
        let (stream, session) = try open("phone", service)
        let send = FeedInterface.SendNMEA(session: session, text: sentences(1...2))
        try service.connect(user: Self.user).call(send)
        #expect(try service.connect(user: 4712).failure(send).name == "UnknownSession")
        try stream.disconnect()
        #expect(try service.connect(user: Self.user).failure(send).name == "UnknownSession")
        // Its name is free again.
        _ = try open("phone", service)
    }

    @Test("refuses impossible positions, positions of another time than now, and texts that are too long")
    func limits() throws {
        let service = try service()
        let (stream, session) = try open("phone", service)
        let app = try follow(service)
        let calls = try service.connect(user: Self.user)
        func refusal(_ change: (inout FeedInterface.Fix) -> Void) throws -> String {
            var fix = fix(service)
            change(&fix)
            return try calls.failure(FeedInterface.SendFix(session: session, fix: fix)).name
        }
        let impossible: [(inout FeedInterface.Fix) -> Void] = [
            { $0.latitudeDegrees = 90.1 }, { $0.horizontalAccuracyMeters = 0 },
            { $0.verticalAccuracyMeters = 0 }, { $0.altitudeMeters = 1e7 }, { $0.speedMetersPerSecond = -1 },
            { $0.courseDegrees = 360 }, { $0.time = "yesterday" },
        ]
        for change in impossible { #expect(try refusal(change) == "InvalidParameter") }
        #expect(try refusal { $0.time = "2020-01-01T00:00:00Z" } == "FixNotTaken")
        let long = String(repeating: "x", count: 32_769)
        let sentences = FeedInterface.SendNMEA(session: session, text: long)
        #expect(try calls.failure(sentences).name == "InvalidParameter")
        let reason = String(repeating: "x", count: 201)
        let state = FeedInterface.SendState(session: session, state: .absent, reason: reason)
        #expect(try calls.failure(state).name == "InvalidParameter")
        withExtendedLifetime((stream, app)) {}
    }

    @Test("shows what its program says of the device, without control characters")
    func states() throws {
        let service = try service()
        let app = try follow(service)
        let (stream, session) = try open("phone", service)
        let calls = try service.connect(user: Self.user)
        func send(_ state: FeedInterface.SendState.State, _ reason: String) throws {
            try calls.call(FeedInterface.SendState(session: session, state: state, reason: reason))
        }
        try send(.absent, "no\u{1b}[2J phone")
        let absent = try receivers(service)[0]
        #expect(absent.state == .absent && absent.problem?.contains("\u{1b}") == false)
        try send(.searching, "waits for a phone")
        let searching = try receivers(service)[0]
        #expect(searching.state == .acquiring && searching.reasonText == "waits for a phone")
        withExtendedLifetime((stream, app)) {}
    }

    @Test("of a later rank is followed only while none of an earlier one has a position")
    func ranks() throws {
        let service = try service()
        let (first, phone) = try open("phone", service)
        let (second, modem) = try open("modem", service)
        let app = try follow(service)
        let calls = try service.connect(user: Self.user)
        func run(_ sessions: [String], seconds: Int) throws -> LocationSource? {
            for _ in 0..<seconds {
                for session in sessions {
                    try calls.call(FeedInterface.SendFix(session: session, fix: fix(service)))
                }
                try service.advance(by: .seconds(1))
            }
            return try latest(of: app)?.source
        }
        #expect(try run([modem], seconds: 5) == .modem)
        #expect(try receivers(service).map(\.state) == [.acquiring, .fixed])
        #expect(try run([modem, phone], seconds: 20) == .phone)
        #expect(try run([modem], seconds: 10) == .modem)
        withExtendedLifetime((first, second)) {}
    }
}
