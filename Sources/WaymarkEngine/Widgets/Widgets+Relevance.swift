import LocationModel

// The relevance of widgets, by their providers' figures, the time, and the machine's place.
extension Widgets {
    /// Returns the relevance of a widget that hosts may act on now; `nil` if it has none, or none above 0.
    ///
    /// A place counts only where the person lets the widget know the location, and only as exactly, whether
    /// it is in use or not: only hosts learn of it, and which widget is in use depends on them. A location
    /// that a click shared is for one reload. No receiver is switched on for it.
    func relevance(of situation: WidgetSituation, _ machine: Machine, _ turn: Turn) -> CurrentRelevance? {
        guard let delivered = situation.record.saved.timeline,
            // What may not be shown is not relevant.
            !situation.authorization.withholds(delivered),
            let current = delivered.relevance(at: turn.now.utc), current.score > 0
        else { return nil }
        // Nor is a relevance that it inherits, if that comes of a location that it may not show.
        if current.comesOfLocation == true,
            !situation.authorization.permitsShownLocation(sharedOnce: delivered.isShared)
        {
            return nil
        }
        guard !current.regions.isEmpty else { return current }
        let mayKnow = situation.ground != nil || situation.absence == .insufficientlyInUse
        guard mayKnow, situation.ground != .sharedOnce, let latest = machine.positioning.latestPlace(turn)
        else { return nil }
        let fix = machine.positioning.location(latest, situation.authorization.accuracy, turn).fix
        // A margin keeps hosts from changing with each fix at an edge.
        let margin = toldRelevances[situation.widget] == nil ? 1 : 1.2
        return current.regions.contains { $0.mayContain(fix, withRadiusTimes: margin) } ? current : nil
    }

    /// Tells hosts of the widgets that the machine's place has made relevant, or no longer relevant.
    ///
    /// Of many widgets, some are compared after each fix, in turn.
    mutating func tellRelevanceOfPlace(_ machine: Machine, _ turn: inout Turn) {
        guard !machine.presence.hosts.isEmpty else { return }
        let next = table.relevantByPlace.first(Self.widgetsPerTurn, after: relevanceComparedThrough)
        relevanceComparedThrough = next.count < Self.widgetsPerTurn ? nil : next.last
        for widget in next where isToldOtherRelevance(widget, machine, turn) {
            tellHosts(of: widget, machine, &turn)
        }
    }

    /// Whether hosts were told another relevance of a widget than the present one, which depends on the place.
    func isToldOtherRelevance(_ widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> Bool {
        guard table.relevantByPlace.contains(widget), let situation = situation(of: widget, machine, turn)
        else {
            return false
        }
        return relevance(of: situation, machine, turn)?.score != toldRelevances[widget]
    }

    /// Returns the most relevant of several widgets that the caller may see, of equals the first.
    ///
    /// - Throws: The refusal if one of the widgets is not there, or not the caller's.
    func mostRelevant(
        of named: [WidgetIdentifier],
        for caller: Caller,
        _ machine: Machine,
        _ turn: Turn
    ) throws(Refusal) -> MostRelevant {
        var most = MostRelevant()
        for widget in named {
            _ = try kind(of: widget, for: caller)
            guard let situation = situation(of: widget, machine, turn) else { continue }
            let current = relevance(of: situation, machine, turn)
            let next = situation.record.saved.timeline?.nextChange(after: turn.now.utc)
            most.until = [next, most.until].compactMap(\.self).min()
            guard let score = current?.score, score > most.score ?? 0 else { continue }
            (most.widget, most.score) = (widget, score)
        }
        return most
    }
}
