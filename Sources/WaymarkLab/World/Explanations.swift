import LocationModel
import WaymarkInterfaces

/// The explanations of widgets in a time without faults, until they come true, or people and programs change
/// them.
struct Explanations {
    private struct Explained {
        let provider: Provider
        let session: String?
        let at: Duration
        let turn: Int
        let settled: GroundModel.Settled

        /// Whether a reload now would carry the location; `nil` if that depends on more than what is settled.
        let carriesLocation: Bool?

        /// The latest time of the next reload, if that waits for nothing but time.
        let dueAt: Duration?
    }

    /// The conditions that follow from what people decided and hosts show.
    private static let decided: Set<String> = [
        "wantsLocation", "servicesOn", "appAuthorized", "widgetsAuthorized", "notPaused", "inUse",
    ]

    private var widgets: [String: Explained] = [:]

    mutating func add(_ said: InspectInterface.Explain.Reply, in world: World) {
        let widget = said.widget
        widgets[widget.widget] = nil
        guard world.calmSince != nil, let provider = world.provider(of: widget.app, UInt32(widget.user)),
            let settled = world.ground.settled(widget.widget, provider.appName, provider.user, in: world)
        else { return }
        let isKnown = said.decisive.map(Self.decided.contains) ?? world.receiversAreSound
        var dueAt: Duration?
        if let wait = widget.nextReload, [.retry, .budget, .date, .interval].contains(wait.waitsFor) {
            // It may wait for a fix then.
            dueAt = wait.remainingSeconds.map { world.awake + .seconds($0 + 120) }
        }
        widgets[widget.widget] = Explained(
            provider: provider,
            session: provider.session,
            at: world.awake,
            turn: world.turn,
            settled: settled,
            carriesLocation: isKnown ? said.decisive == nil : nil,
            dueAt: dueAt
        )
    }

    /// Whether the conditions of an explanation are unchanged.
    private func stillHolds(_ said: Explained, of widget: String, in world: World) -> Bool {
        let provider = said.provider
        return world.calmSince.map { $0 < said.at } ?? false && provider.session == said.session
            && said.settled == world.ground.settled(widget, provider.appName, provider.user, in: world)
    }

    mutating func note(_ reload: WidgetsInterface.Reload, in world: World) {
        guard let said = widgets.removeValue(forKey: reload.widget),
            stillHolds(said, of: reload.widget, in: world)
        else { return }
        if said.dueAt != nil { world.count(.explanations) }
        guard let expected = said.carriesLocation, said.turn < world.turn, world.awake - said.at < .seconds(5)
        else { return }
        world.count(.explanations)
        if (reload.location != nil) != expected {
            let text =
                expected
                ? "no location, which was explained to come" : "a location, against what was explained"
            world.report(.explanation, "\(said.provider.name) got \(text), for \(reload.widget)")
        }
    }

    /// Reports reloads that were said to be due and have not come.
    mutating func look(in world: World) {
        for (widget, said) in widgets.sorted(by: { $0.key < $1.key }) {
            guard stillHolds(said, of: widget, in: world) else {
                widgets[widget] = nil
                continue
            }
            guard let dueAt = said.dueAt, world.awake > dueAt else { continue }
            widgets[widget] = nil
            world.report(
                .explanation,
                "\(widget) has no reload \(world.awake - said.at) after one was explained to come"
            )
        }
    }
}
