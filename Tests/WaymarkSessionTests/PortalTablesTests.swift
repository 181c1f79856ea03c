import Testing

@testable import WaymarkSession

@Suite("The portal's decisions and Waymark's")
struct PortalTablesTests {
    typealias Decision = PortalTables.Decision

    private static let app = "org.example.Maps"

    /// Returns the decisions of both after everything was done, and again after another look.
    private func equal(
        _ agreed: Decision?,
        portal: Decision,
        waymark: PortalTables.App
    ) -> (portal: Decision, waymark: Decision) {
        var tables = PortalTables(agreed: agreed.map { [Self.app: $0] } ?? [:])
        var (portal, waymark) = (portal, waymark)
        let now = ContinuousClock.now
        for _ in 0..<3 {
            let theirs = portal == .undecided ? [:] : [Self.app: portal]
            for step in tables.steps(portal: theirs, waymark: [Self.app: waymark], at: now) {
                switch step.side {
                case .portal: portal = step.decision
                // What the administrator forbids stays so, whatever the person says.
                case .waymark: if !waymark.isForbidden { waymark.decision = step.decision }
                }
                tables.record(step)
            }
        }
        let theirs = portal == .undecided ? [:] : [Self.app: portal]
        #expect(tables.steps(portal: theirs, waymark: [Self.app: waymark], at: now).isEmpty)
        #expect((tables.agreed[Self.app] ?? .undecided) == portal)
        return (portal, waymark.decision)
    }

    @Test("stay as strict as the person made them while the portal writes back what it had read before")
    func writtenBack() {
        var tables = PortalTables(agreed: [Self.app: .full])
        var now = ContinuousClock.now
        func steps(portal: Decision, waymark: Decision) -> [PortalTables.Step] {
            let ours = [Self.app: PortalTables.App(decision: waymark)]
            let steps = tables.steps(portal: [Self.app: portal], waymark: ours, at: now)
            for step in steps { tables.record(step) }
            return steps
        }
        let denial = PortalTables.Step(side: .portal, app: Self.app, decision: .denied)
        #expect(steps(portal: .full, waymark: .denied) == [denial])
        for _ in 0..<5 {
            now += .seconds(8)
            #expect(steps(portal: .full, waymark: .denied) == [denial])
        }
        // Later it is a decision of the person.
        now += PortalTables.writeBack
        let last = steps(portal: .full, waymark: .denied)
        #expect(last == [.init(side: .waymark, app: Self.app, decision: .full)])
    }

    @Test("become equal from any beginning, by the side that changed or else the stricter one")
    func all() {
        for agreed in [nil] + Decision.allCases.filter({ $0 != .undecided }).map(Optional.some) {
            for theirs in Decision.allCases {
                for ours in Decision.allCases {
                    let result = equal(agreed, portal: theirs, waymark: .init(decision: ours))
                    if agreed == nil, theirs == .undecided {
                        // Nothing shows that the app is one of the portal's.
                        #expect(result == (.undecided, ours))
                        continue
                    }
                    #expect(result.portal == result.waymark)
                    let expected =
                        if agreed == nil && ours == .undecided || ours == agreed {
                            theirs
                        } else if theirs == agreed {
                            ours
                        } else {
                            min(theirs, ours)
                        }
                    #expect(result.portal == expected, "\(String(describing: agreed)) \(theirs) \(ours)")
                }
            }
        }
    }

    @Test("reach the portal for a Flatpak that has not asked it yet")
    func flatpak() {
        for decision in Decision.allCases {
            let result = equal(nil, portal: .undecided, waymark: .init(decision: decision, isSandboxed: true))
            #expect(result == (decision, decision))
        }
    }

    @Test("are no in the portal for what the administrator forbids, and the person's again afterwards")
    func forbidden() {
        let forbidden = PortalTables.App(decision: .denied, isForbidden: true)
        #expect(equal(.full, portal: .full, waymark: forbidden) == (.denied, .denied))
        #expect(equal(.denied, portal: .full, waymark: forbidden) == (.denied, .denied))
        #expect(equal(.denied, portal: .denied, waymark: .init(decision: .full)) == (.full, .full))
    }

    @Test("take away before they give, and are those of so many apps at most")
    func order() {
        var tables = PortalTables(agreed: ["a": .denied, "b": .full])
        let steps = tables.steps(
            portal: ["a": .denied, "b": .full],
            waymark: ["a": .init(decision: .full), "b": .init(decision: .reduced)],
            at: .now
        )
        #expect(steps.map(\.app) == ["b", "a"] && steps.map(\.decision) == [.reduced, .full])
        #expect(steps.allSatisfy { $0.side == .portal })
        let many = Dictionary(uniqueKeysWithValues: (1...1000).map { ("app\($0)", Decision.full) })
        #expect(tables.steps(portal: many, waymark: [:], at: .now).count <= PortalTables.limit)
    }

    @Test("are read from the store as the portal reads them")
    func words() {
        #expect(PermissionStore.decision(of: ["EXACT", "0"]) == .full)
        #expect(PermissionStore.decision(of: ["STREET", "17"]) == .full)
        #expect(PermissionStore.decision(of: ["NONE", "0"]) == .denied)
        #expect(PermissionStore.decision(of: ["exact", "0"]) == .denied)
        #expect(PermissionStore.decision(of: ["EXACT"]) == nil && PermissionStore.decision(of: []) == nil)
    }
}
