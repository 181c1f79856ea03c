import LocationModel
import Testing
import WaymarkEngine

@Suite("In the list of apps")
struct AppUseTests {
    @Test("is an app in use although nothing about it is saved; after its use it is gone from the list")
    func listed() {
        var app = AuthorizationScenario()
        #expect(app.scenario.engine.apps(visibleTo: .owner).map(\.app) == [.weather])
        #expect(app.scenario.engine.appCounts(visibleTo: .root).apps == 1)
        app.endUse()
        #expect(app.scenario.engine.apps(visibleTo: .owner).isEmpty)
        #expect(app.scenario.engine.appCounts(visibleTo: .root).apps == 0)
    }
}

@Suite("The access log")
struct AccessLogTests {
    private func record(of app: AppKey, atSecond second: Int, radius: Double? = nil) -> AccessRecord {
        AccessRecord(
            app: app,
            consumer: nil,
            date: UTCInstant(secondsSince1970: Int64(second)),
            ground: .always,
            wasTemporary: false,
            accuracy: .full,
            horizontal68Meters: radius
        )
    }

    @Test("has the time of each location, no entry for a request without one, and no reader but its own user")
    func readers() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        scenario.fix()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        let before = scenario.engine.accesses(visibleTo: .root).records
        #expect(before.first?.date == scenario.now.utc)
        try scenario.authorize(.denied)
        try scenario.answer(scenario.requests[0])
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        #expect(scenario.engine.accesses(visibleTo: .root).records == before)
        #expect(scenario.engine.accesses(visibleTo: .owner).records == before)
        #expect(scenario.engine.accesses(visibleTo: .neighbour).records.isEmpty)
        // A program in a sandbox speaks for its app alone.
        for user in [Caller.owner.user, .root] {
            let boxed = Caller(user: user, isSandboxed: true, sandboxedApps: [AppKey.weather.app])
            #expect(scenario.engine.accesses(visibleTo: boxed).records.isEmpty)
        }
    }

    @Test(
        "says whether the receiver was trusted, but not for an app that is told an area",
        arguments: [AccuracyAuthorization.full, .reduced]
    )
    func trust(_ accuracy: AccuracyAuthorization) throws {
        var scenario = Scenario()
        try scenario.authorize(.authorizedAlways, accuracy: accuracy)
        try scenario.monitor(.significantChanges)
        scenario.arrive()
        _ = scenario.followEvents()
        _ = scenario.follow()
        _ = scenario.requestLocation()
        scenario.arrive()
        let records = scenario.engine.accesses(visibleTo: .owner).records
        #expect(Set(records.map(\.consumer)).count == 3)
        for record in records {
            #expect(record.accuracy == accuracy)
            #expect(record.trust == (accuracy == .full ? .trusted : nil))
        }
    }

    @Test("is read page by page, also where several accesses have one date, or the clock was set back")
    func pages() throws {
        var saved = SavedState()
        for number in 0..<6 {
            for user in [Caller.owner.user, Caller.neighbour.user] {
                let app = AppKey(user: user, app: AppKey.weather.app)
                let record = record(of: app, atSecond: [1, 1, 3, 1, 2, 2][number], radius: Double(number))
                saved.accessLogs[user, default: AccessLog()].restore([record], last: UInt64(number))
            }
        }
        let scenario = Scenario(state: saved)
        for (caller, users) in [(Caller.owner, 1), (.root, 2)] {
            let whole = scenario.engine.accesses(visibleTo: caller).records
            #expect(whole.count == 6 * users)
            #expect(whole.map(\.date) == whole.map(\.date).sorted(by: >))
            for limit in 1...4 {
                var (read, place): ([AccessRecord], AccessPlace?) = ([], nil)
                repeat {
                    let page = scenario.engine.accesses(visibleTo: caller, after: place, limit: limit)
                    #expect(page.records.count <= limit)
                    read += page.records
                    place = page.next
                } while place != nil && read.count <= whole.count
                #expect(read == whole)
            }
        }
    }

    @Test("is told to everybody by day and rounded where the app is one of the machine")
    func machine() {
        let relay = AppKey.app("io.waymark.Relay", of: UserIdentifier(998))
        let today = Int(Moment.start.utc.nanosecondsSince1970 / 1_000_000_000) / 86_400 * 86_400
        func days(_ seconds: [Int], by caller: Caller = .owner) -> [Int] {
            var saved = SavedState()
            for second in seconds {
                saved.accessLogs[relay.user, default: AccessLog()].add(record(of: relay, atSecond: second))
            }
            let other = record(of: .weather, atSecond: today - 1)
            saved.accessLogs[AppKey.weather.user, default: AccessLog()].add(other)
            let days = Scenario(state: saved).engine.machineDays(hiddenFrom: caller)
            #expect(days.allSatisfy { $0.app == relay })
            return days.map(\.atLeast)
        }
        let (dayBefore, yesterday) = (today - 2 * 86_400, today - 86_400)
        let before = (0..<12).map { dayBefore + $0 } + [yesterday, today - 1]
        #expect(days(before) == [1, 10])
        #expect(days(before, by: .root) == [])
        // Whatever is added today, nobody sees when, until the log has no room for half of it.
        for count in [1, 10, 500] { #expect(days(before + Array(today..<today + count)) == [1, 10]) }
        #expect(days((0..<200).map { yesterday + $0 }) == [100])
        #expect(days([today + 86_400]) == [])
    }

    @Test("keeps the latest thousand of each user, and less while more than sixteen have some")
    func bounded() {
        var log = AccessLog()
        for second in 0..<2500 { log.add(record(of: .weather, atSecond: second)) }
        #expect(log.records.count == 1000)
        #expect(log.records.first?.date == UTCInstant(secondsSince1970: 1500))
        #expect(log.nextNumber == 2500)
        #expect([16, 32, 65_536].map { AccessLog.capacity(sharedBy: $0) } == [1000, 500, 1])
        var restored = AccessLog()
        for first in stride(from: 0, to: 1000, by: 100) {
            restored.restore(Array(log.records[first..<first + 100]), last: UInt64(first) + 1599)
        }
        #expect(restored == log)
    }
}
