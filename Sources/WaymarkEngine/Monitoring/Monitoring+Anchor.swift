import LocationModel

// Anchors: the calls about them, the fixes and silences that judge them, and the apps that may watch one.
extension Monitoring {
    /// Returns whether an app may watch an anchor: it must always know the exact location, asleep or not.
    func mayWatchAnchor(_ app: AppKey, _ machine: Machine) -> Bool {
        let authorization = machine.people.authorization(of: app)
        return authorization.allowsOutOfUse && authorization.accuracy == .full
            && !machine.people.isPaused(app.user)
    }

    /// Returns the anchor of an app, without its place.
    func anchorStatus(of app: AppKey, _ machine: Machine) -> AnchorStatus? {
        guard let watch = anchors[app] else { return nil }
        var saved = watch.saved
        (saved.place, saved.swing) = (nil, [])
        return AnchorStatus(
            saved: saved,
            radiusMeters: watch.radiusMeters,
            distanceMeters: mayWatchAnchor(app, machine) ? watch.reading?.distanceMeters : nil
        )
    }

    // MARK: Calls

    mutating func change(
        _ app: AppKey,
        by command: AnchorCommand,
        of caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) -> Answer {
        try machine.presence.admit(caller, asApp: app, &turn)
        switch command {
        case .drop(let rode):
            let isFirst = anchors[app] == nil
            if isFirst { try turn.admit(to: .monitors, of: app.user) }
            // A stated place is not where the boat is.
            let fresh = machine.positioning.fixes
                .fresh(at: turn.now.instant, lifetime: turn.settings.fixLifetime)
            let watch = AnchorWatch(
                rode,
                at: mayWatchAnchor(app, machine) ? fresh?.fix : nil,
                heading: machine.positioning.bowDegrees(turn),
                now: turn.now
            )
            anchors[app] = watch
            turn.commit(.anchor(app, watch.saved))
            if isFirst { turn.count(1, .monitors, of: app.user) }
            machine.people.setMonitoring(app, true, &turn)
            record(.anchorDropped(rode), of: app, &turn)
            permitAnchor(of: app, &machine, &turn)
        case .set(let rode):
            guard var watch = anchors[app] else { break }
            let isFitted = watch.set(rode, at: turn.now)
            keep(watch, of: app, &turn)
            record(.anchorSet(radiusMeters: watch.radiusMeters, isFitted: isFitted), of: app, &turn)
            turn.touch(app)
        case .raise: raiseAnchor(of: app, .asked, &machine, &turn)
        case .silence:
            guard var watch = anchors[app], watch.silence() else { break }
            keep(watch, of: app, &turn)
            record(.anchorSilenced, of: app, &turn)
            turn.touch(app)
        }
        return answer(about: app, &machine, &turn)
    }

    mutating func raiseAnchor(
        of app: AppKey,
        _ end: MonitorEnd,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard anchors.removeValue(forKey: app) != nil else { return }
        turn.commit(.anchor(app, nil))
        turn.count(-1, .monitors, of: app.user)
        machine.people.setMonitoring(app, isMonitoring(app), &turn)
        record(.anchorRaised(cause: end), of: app, &turn)
    }

    // MARK: What happens

    /// Judges the anchors by a fix of the followed receiver, believed or not.
    mutating func considerAnchors(
        _ judged: Positioning.JudgedFix,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard !anchors.isEmpty else { return }
        let (heading, now) = (machine.positioning.bowDegrees(turn), turn.now)
        for app in anchors.keys.sorted() where mayWatchAnchor(app, machine) {
            // The access log has only what changes, which on a mooring may be nothing for months.
            machine.people.recordUse(of: app, &turn)
            update(app, &machine, &turn) {
                $0.consider(
                    judged.fix,
                    isBelieved: judged.isBelieved,
                    heading: heading,
                    observedAt: judged.observedAt,
                    at: now
                )
            }
        }
    }

    /// Tells of the anchors that became unknown because no usable fix came.
    mutating func advanceAnchors(_ machine: inout Machine, _ turn: inout Turn) {
        let now = turn.now
        for app in anchors.keys.sorted() { update(app, &machine, &turn) { $0.advance(at: now) } }
    }

    /// Begins or ends the watch of an app that has gained or lost the right to know.
    mutating func permitAnchor(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        let (isPermitted, now) = (mayWatchAnchor(app, machine), turn.now)
        update(app, &machine, &turn) { $0.permit(isPermitted, at: now) }
    }

    private mutating func update(
        _ app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn,
        _ change: (inout AnchorWatch) -> AnchorWatch.Change?
    ) {
        guard var watch = anchors[app] else { return }
        let news = change(&watch)
        keep(watch, of: app, &turn)
        guard let news else { return }
        record(.changed(news), of: app, &turn)
        if watch.saved.condition != .unknown { recordAnchorAccess(of: app, &machine, &turn) }
        turn.touch(app)
    }

    private mutating func keep(_ watch: AnchorWatch, of app: AppKey, _ turn: inout Turn) {
        let isSaved = anchors[app]?.saved == watch.saved
        anchors[app] = watch
        if !isSaved { turn.commit(.anchor(app, watch.saved)) }
    }

    private func record(_ decision: AnchorDecision, of app: AppKey, _ turn: inout Turn) {
        turn.record(.anchor(decision), about: app)
    }

    /// Logs that an app is told where the machine is, or that its anchor is judged by that.
    mutating func recordAnchorAccess(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        let radius = machine.positioning.fixes.latest?.fix.accuracy?.horizontal68Meters
        recordAccess(of: app, on: .always, radius, &machine, &turn)
    }
}
