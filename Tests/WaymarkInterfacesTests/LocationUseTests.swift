import LocationModel
import TestSupport
import Testing
import Varlink

@testable import WaymarkInterfaces

@Suite("The sign that apps learn the location")
struct LocationUseTests {
    private static let app = "org.example.Weather"
    private let start: UTCInstant

    init() throws { start = try #require(UTCInstant("2026-11-22T05:00:00Z")) }

    private func at(_ seconds: Int) -> UTCInstant { start.advanced(by: .seconds(seconds)) }

    private func status(
        _ wants: InspectInterface.Consumer.Want...,
        ground: Ground = .inView,
        user: Int = 1000,
        hasFix: Bool = true
    ) throws -> InspectInterface.GetStatus.Reply {
        var status = InspectInterface.GetStatus.Reply.quiet
        status.consumers = wants.map { .init(app: Self.app, user: user, want: $0, ground: ground) }
        if hasFix { status.statedPlace = .used }
        return status
    }

    private func access(
        at time: UTCInstant,
        _ accuracy: AccuracyAuthorization = .full,
        ground: Ground = .appInUse
    ) -> SettingsInterface.Access {
        let (date, app) = (time.description, Self.app)
        return .init(date: date, app: app, user: 1000, ground: ground, isTemporary: false, accuracy: accuracy)
    }

    @Test("is there as long as an app may learn each fix, since its beginning")
    func stream() throws {
        var use = LocationUse()
        use = use.next(try status(.everyFix), [], [], of: 1000, at: at(0))
        #expect(use.learners.map(\.since) == [at(0)] && use.learners.map(\.ground) == [.inView])
        use = use.next(try status(.everyFix, ground: .inUseWindow), [], [], of: 1000, at: at(100))
        #expect(use.learners.map(\.since) == [at(0)] && use.learners.map(\.ground) == [.inUseWindow])
        use = use.next(try status(), [], [], of: 1000, at: at(200))
        #expect(use == LocationUse())
        use = use.next(try status(.everyFix), [], [], of: 1000, at: at(300))
        #expect(use.learners.map(\.since) == [at(300)])
    }

    @Test("is there for ten seconds after a single location, and goes by itself")
    func single() throws {
        var use = LocationUse()
        let accesses = [access(at: at(0), .reduced), access(at: at(-60))]
        use = use.next(try status(), [], accesses, of: 1000, at: at(1))
        #expect(use.learners.map(\.isExact) == [false] && use.learners.map(\.ground) == [.appInUse])
        #expect(use.learners.map(\.since) == [at(0)] && use.changesAt == at(10))
        use = use.next(try status(), [], accesses, of: 1000, at: at(10))
        #expect(use == LocationUse())
    }

    @Test("is not there while there is no location, nor for who waits for significant changes only")
    func nothing() throws {
        let use = LocationUse()
        #expect(use.next(try status(.everyFix, hasFix: false), [], [], of: 1000, at: at(0)) == LocationUse())
        #expect(use.next(try status(.significantChanges), [], [], of: 1000, at: at(0)) == LocationUse())
    }

    @Test("does not stay because the clock was set back")
    func clock() throws {
        let use = LocationUse().next(try status(), [], [access(at: at(3600))], of: 1000, at: at(0))
        #expect(use == LocationUse())
    }

    @Test("shows nobody the apps of others")
    func others() throws {
        let before = LocationUse()
        #expect(before.next(try status(.everyFix, user: 1001), [], [], of: 1000, at: at(0)) == before)
        let all = before.next(try status(.everyFix, user: 1001), [], [access(at: at(0))], of: nil, at: at(0))
        #expect(all.learners.map(\.user) == [1000, 1001])
    }

    @Test("says what is learned in words without control characters")
    func words() throws {
        var use = LocationUse()
        use = use.next(try status(.fixes), [], [access(at: at(0), .reduced)], of: 1000, at: at(0))
        let words = use.learners.map { $0.words { _ in "6:00" } }
        #expect(words == ["org.example.Weather knows the area since 6:00: widget in view"])
    }
}
