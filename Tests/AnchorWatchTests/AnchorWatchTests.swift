import Lab
import LocationModel
import Testing
import WaymarkEngine

@Suite("The anchor watch") struct AnchorWatchTests {
    @Test(
        "tells no drag in nights with wind that wanders and shifts, also if errors are half as large again as stated",
        arguments: 1...12 as ClosedRange<UInt64>,
        [1, 1.5]
    )
    func nights(seed: UInt64, errorFactor: Double) {
        var boat = AnchoredBoat(.usual, seed: seed)
        boat.errorFactor = errorFactor
        var watched = Watched(boat)
        for second in 1...6 * 3600 {
            if second == 7200 { boat.shift(by: 180, within: 600) }
            if second == 14_400 { boat.shift(by: -120, within: 120) }
            boat.advance()
            watched.second(second, boat.fix, heading: boat.heading)
        }
        #expect(watched.told.count == 1)
        #expect(watched.watch.saved.condition == .holding)
    }

    @Test("tells no drag of a boat that lies at the end of its chain all night", arguments: UInt64(1)...8)
    func straightChain(seed: UInt64) {
        var boat = AnchoredBoat(.usual, seed: seed)
        boat.liesStill = true
        var watched = Watched(boat)
        watched.pass(1...8 * 3600, &boat)
        #expect(watched.drags.isEmpty)
    }

    @Test(
        "tells a drag in time, from the edge of the circle",
        arguments: 1...20 as ClosedRange<UInt64>,
        [Drag(knots: 0.5, limit: 60), Drag(knots: 0.1, limit: 300)]
    )
    func drags(seed: UInt64, drag: Drag) throws {
        var boat = AnchoredBoat(.usual, seed: seed)
        boat.liesStill = seed.isMultiple(of: 2)
        var watched = Watched(boat)
        var leftAt: Int?
        for second in 1...5 * 3600 where watched.drags.isEmpty {
            if second == 3600 { boat.dragMetersPerSecond = drag.knots * 1852 / 3600 }
            boat.advance()
            watched.second(second, boat.fix)
            // A boat that sheers leaves the circle and comes back before it leaves for good.
            if boat.outsideMeters(watched.watch) <= 0 { leftAt = nil } else { leftAt = leftAt ?? second }
        }
        let told = try #require(watched.drags.first)
        #expect(told - (leftAt ?? told) <= drag.limit)
        #expect(told > 3600)
    }

    struct Drag: Sendable {
        let knots: Double
        let limit: Int
    }

    @Test("believes a place, tells a drag and ends its alarm a minute later with a fix each twelve seconds")
    func seldom() throws {
        var boat = AnchoredBoat(.usual, seed: 3)
        boat.liesStill = true
        var watched = Watched(boat)
        for second in 1...1200 {
            boat.advance()
            let isAway = (600..<900).contains(second)
            let fix = isAway ? boat.fix(at: boat.antenna + SIMD2(200, 0)) : boat.fix
            watched.second(second, second.isMultiple(of: 12) ? fix : nil)
            if second == 60 { #expect(watched.watch.saved.condition == .holding) }
        }
        #expect(try #require(watched.drags.first) <= 670)
        #expect(watched.drags.count == 1)
        #expect((950...990).contains(try #require(watched.holds.first)))
        #expect(watched.doubts.isEmpty)
    }

    @Test("outweighs wild fixes after a silence", arguments: 1...60 as ClosedRange<UInt64>)
    func wildRuns(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var boat = AnchoredBoat(.usual, seed: seed)
        var watched = Watched(boat)
        let silence = 600..<600 + 1 + Int(generator.next() % 300)
        let wild = silence.upperBound..<silence.upperBound + 1 + Int(generator.next() % 10)
        let away = SIMD2(Double(240 + generator.next() % 880), 0)
        watched.pass(1...1500, &boat) { second, boat in
            let fix = wild.contains(second) ? boat.fix(at: boat.antenna + away) : boat.fix
            return silence.contains(second) ? nil : fix
        }
        #expect(watched.drags.isEmpty)
        #expect(watched.doubts.map(\.seconds) == (silence.count >= 29 ? [629] : []))
        #expect(watched.watch.saved.condition == .holding)
    }

    @Test("does not take a wild fix for the place where the anchor was dropped")
    func wildDrop() throws {
        var boat = AnchoredBoat(.usual, seed: 1)
        boat.advance()
        var watched = Watched(boat)
        var cold = AnchorWatch(.usual, at: nil, heading: nil, now: Watched.moment(1))
        for second in 2...60 {
            boat.advance()
            let now = Watched.moment(second)
            let fix = second < 11 ? boat.fix(at: boat.antenna + SIMD2(700, 0)) : boat.fix
            _ = cold.consider(fix, isBelieved: true, heading: 0, observedAt: now.instant, at: now)
            watched.second(second, boat.fix)
        }
        let place = try #require(cold.saved.place)
        #expect(place.distanceMeters(to: AnchoredBoat.here) < 60)
        let dropped = try #require(watched.watch.saved.place)
        #expect(dropped.distanceMeters(to: AnchoredBoat.here) < AnchoredBoat.stated95Meters)
    }

    @Test("says why it no longer knows, and when it knows again")
    func doubts() {
        var boat = AnchoredBoat(.usual, seed: 2)
        var watched = Watched(boat)
        for second in 1...1000 {
            boat.advance()
            var fix = boat.fix
            if (500..<600).contains(second) {
                fix.accuracy = FixAccuracy(horizontal68Meters: 40, horizontal95Meters: 80, source: .dilution)
            }
            let isSilent = (300..<400).contains(second)
            watched.second(second, isSilent ? nil : fix, isBelieved: !(700..<800).contains(second))
        }
        #expect(watched.doubts.map(\.doubt) == [.noPosition, .inaccurate, .doubtful])
        #expect(watched.doubts.map(\.seconds) == [329, 529, 729])
        #expect(watched.holds.count == 3 && watched.holds.allSatisfy { $0 % 100 <= 25 })
        #expect(watched.drags.isEmpty)
    }

    @Test("takes the middle of the swing for the anchor that was dropped elsewhere")
    func fit() throws {
        var boat = AnchoredBoat(.usual, seed: 4)
        // The watch begins when the boat has fallen back already.
        for _ in 0..<200 { boat.advance() }
        var watched = Watched(boat, hasCompass: false)
        boat.shift(by: 250, within: 3000)
        watched.pass(201...400, &boat)
        let isFittedEarly = watched.set(at: 400)
        #expect(!isFittedEarly, "the arc is short")
        watched.pass(401...3600, &boat)
        #expect(!watched.drags.isEmpty)
        let isFitted = watched.set(at: 3600)
        let saved = watched.watch.saved
        #expect(isFitted && saved.isFitted && saved.condition == .holding)
        #expect(try #require(saved.place).distanceMeters(to: AnchoredBoat.here) < 10)
    }

    @Test("lets the circle be wider by the bow while the heading is unknown")
    func withoutCompass() throws {
        func radius(hasCompass: Bool) throws -> Double {
            var boat = AnchoredBoat(.usual, seed: 5)
            var watched = Watched(boat, hasCompass: hasCompass)
            watched.pass(1...60, &boat)
            _ = try #require(watched.watch.saved.place)
            return watched.watch.radiusMeters
        }
        let (with, without) = (try radius(hasCompass: true), try radius(hasCompass: false))
        #expect(abs(without - with - 8) < 0.001)
        #expect((55...65).contains(with))
    }

    @Test("goes on after a restart, silent if that is short")
    func restarts() {
        var boat = AnchoredBoat(.usual, seed: 6)
        var watched = Watched(boat)
        for second in 1...2000 {
            boat.advance()
            let isAway = (500..<630).contains(second)
            if second == 450 || second == 600 { watched.restart(at: second) }
            if (430..<458).contains(second) { continue }
            watched.second(second, isAway ? boat.fix(at: boat.antenna * 3) : boat.fix)
            if second == 540 {
                let isSilenced = watched.watch.silence()
                #expect(isSilenced)
            }
            if second == 605 {
                #expect(watched.watch.saved.isSilenced)
                #expect(watched.watch.saved.condition == .dragging)
            }
        }
        #expect(watched.drags.count == 1)
        #expect(watched.doubts.isEmpty)
        #expect(watched.watch.saved.condition == .holding)
    }

    @Test("knows nothing while it may not know the location")
    func forbidden() {
        var boat = AnchoredBoat(.usual, seed: 7)
        var watched = Watched(boat)
        watched.pass(1...100, &boat)
        let first = watched.watch.permit(false, at: Watched.moment(100))
        let second = watched.watch.permit(false, at: Watched.moment(101))
        #expect(first != nil && second == nil)
        #expect(watched.watch.saved.condition == .unknown)
        let again = watched.watch.permit(true, at: Watched.moment(110))
        #expect(again == nil)
        watched.pass(111...140, &boat)
        #expect(watched.watch.saved.condition == .holding)
    }

    @Test(
        "takes only rodes that there are",
        arguments: [(0.5, 0, 0), (1001, 6, 8), (40, 40, 0), (40, -1, 0), (.nan, 0, 0), (40, 6, .infinity)]
            as [(Double, Double, Double)]
    )
    func rodes(chain: Double, depth: Double, bow: Double) {
        #expect(AnchorRode(chainMeters: chain, depthMeters: depth, bowMeters: bow) == nil)
    }
}
