import LocationModel
import WaymarkEngine

// What hardly ever happens to an engine, or never should.
extension RandomRun {
    var apps: [AppKey] {
        [Caller.owner, .neighbour].flatMap { caller in
            [AppKey.weather, .tides].map { AppKey(user: caller.user, app: $0.app) }
        }
    }

    /// Chooses a duration from zero to half a year, most often a short one.
    private mutating func duration() -> Duration {
        .nanoseconds(Int(random.next() % 256) << (2 * Int(random.next() % 24)))
    }

    private mutating func oddTime() -> UTCInstant {
        switch random.next() % 8 {
        case 0:
            UTCInstant(nanosecondsSince1970: Int64(bitPattern: random.next() << 32 ^ random.next()))
        case 1...3: now.utc.advanced(by: .zero - duration())
        default: now.utc.advanced(by: duration())
        }
    }

    mutating func oddMoment(for engine: Engine) -> Moment {
        switch random.next() % 4 {
        case 0: return Moment(instant: now.instant.advanced(by: duration()), utc: oddTime())
        case 1:
            guard let deadline = engine.nextDeadline else { return now }
            return now.advanced(by: max(now.instant.duration(to: deadline) - .nanoseconds(1), .zero))
        case 2: return now
        default: return now.advanced(by: duration())
        }
    }

    mutating func oddEvent(for engine: Engine) -> Event {
        calls += 1
        let call = CallIdentifier(calls)
        switch random.next() % 10 {
        case 0: return .timeChanged(chance(50) ? .clock : .zone)
        case 1: return .settingsChanged(oddSettings())
        case 2...4: return .receiverReported(ReceiverIdentifier(pick([0, 1])), oddReport())
        case 5:
            lastSession += 1
            let session = SessionIdentifier(lastSession)
            agentSessions.append(session)
            return .opened(session, .agent(refusesOnly: chance(50)), by: oddCaller(), call: call)
        case 6:
            hasManifests = true
            return .manifestsInstalled([oddManifest()], broken: chance(50) ? [pick(apps).app] : [])
        default: return .called(oddCommand(for: engine), by: oddCaller(), call: call)
        }
    }

    private mutating func oddCommand(for engine: Engine) -> Command {
        let app = pick(apps)
        switch random.next() % 10 {
        case 0: return .registerManifest(oddManifest(), text: "[App]", user: app.user)
        case 1: return .withdrawManifest(app)
        case 2: return .pause(user: app.user, pick([nil, .zero, .seconds(60), .seconds(1e8)]))
        case 3: return .resume(user: app.user)
        case 4: return .reset(user: app.user, app: chance(50) ? app.app : nil)
        case 5, 6:
            let isProposed = chance(50)
            var change = SettingsChange(
                status: pick(AuthorizationChoice.allCases),
                widgets: pick([nil, .undecided, .granted, .refused]),
                accuracy: pick([nil, .full, .reduced]),
                length: pick([nil, nil, .zero, .seconds(60), .seconds(1e8)])
            )
            change.isOnce = isProposed && chance(50)
            return isProposed ? .propose(.authorize(change), about: app) : .authorize(app, change)
        case 7, 8:
            guard let (session, request) = requests.randomElement(using: &random) else {
                return .withdrawManifest(app)
            }
            let dates = (0..<pick([1, 4])).map { _ in oddTime() }
            return .deliverTimeline(session, request, timeline(at: dates, policy: .after(oddTime())))
        default: return command(engine)
        }
    }

    private mutating func oddCaller() -> Caller {
        let user = pick([Caller.owner, .owner, .owner, .neighbour, .root]).user
        guard chance(20) else { return Caller(user: user) }
        let isSandboxed = chance(50)
        return Caller(
            user: user,
            isSandboxed: isSandboxed,
            sandboxedApps: isSandboxed ? [pick(apps).app] : [],
            isKiosk: chance(50)
        )
    }

    private mutating func oddManifest() -> AppManifest {
        var manifest = AppManifest(identifier: pick(apps).app, name: LocalizedText("App"))
        guard chance(75) else { return manifest }
        manifest.whenInUsePurpose = LocalizedText("Shows what is near.")
        if chance(50) { manifest.alwaysPurpose = LocalizedText("Reminds of it.") }
        if chance(50) { manifest.defaultAccuracy = .reduced }
        if chance(50), let name = ExtensionName("Widgets") {
            let kinds: [WidgetKind] = [.here, .calendar]
            manifest.extensions = [AppExtension(name: name, kinds: kinds, wantsLocation: chance(50))]
        }
        return manifest
    }

    private mutating func oddSettings() -> EngineSettings {
        var settings = EngineSettings()
        settings.inUseWindow = .seconds(pick([1, 86_400]))
        settings.minimumReloadInterval = .seconds(pick([1, 86_400]))
        settings.receiversIdleAfter = .seconds(pick([0, 30]))
        settings.appGrace = .seconds(pick([0, 3600]))
        settings.usageReminderInterval = .seconds(pick([1, 86_400]))
        settings.fixLifetime = .seconds(pick([1, 10]))
        settings.significantChange.distanceMeters = pick([1, 500, 100_000])
        settings.significantChange.interval = .seconds(pick([1, 300, 86_400]))
        for _ in 0..<pick([0, 1, 2]) {
            let app = pick(apps)
            settings.policy.add(
                pick([.forbidden, .whenInUseOnly, .reducedAccuracy, [.forbidden, .reducedAccuracy]]),
                app: chance(50) ? app.app : nil,
                user: chance(50) ? app.user : nil
            )
        }
        return settings
    }

    private mutating func oddReport() -> ReceiverReport {
        let observedAt = now.instant.advanced(by: pick([.zero, .zero, duration(), .zero - duration()]))
        switch random.next() % 8 {
        case 0:
            let retryAt = chance(50) ? now.instant.advanced(by: duration()) : nil
            return .state(
                pick([
                    .off, .absent(ReceiverProblem("no such device"), retryAt: retryAt), .connecting(.opening),
                    .acquiring(.nothingHeard), .lost(.noPosition, lastFixAt: now.instant), .ended,
                ])
            )
        case 1: return .epoch(.noFix(time: oddTime()), observedAt: observedAt)
        default: return .epoch(.fix(oddFix()), observedAt: observedAt)
        }
    }

    private mutating func oddFix() -> Fix {
        // From a few metres to the other side of the Earth.
        let scale = pick([0.000_01, 0.001, 0.1, 1])
        let coordinate = Coordinate(
            latitudeDegrees: (Double(random.next() % 256) - 128) * scale,
            longitudeDegrees: 13.4 + Double(random.next() % 256) * scale
        )
        var fix = Fix(coordinate: coordinate ?? .home, quality: pick(FixQuality.allCases))
        if chance(50) { fix.time = oddTime() }
        if chance(50) {
            let radius = Double(1 + random.next() % 256) * pick([0.01, 1, 100, 1e9])
            fix.accuracy =
                FixAccuracy(horizontal68Meters: radius, horizontal95Meters: 2 * radius, source: .dilution)
        }
        if chance(50) { fix.speedMetersPerSecond = Double(random.next() % 256) }
        if chance(50) { fix.courseDegrees = Double(random.next() % 256) }
        return fix
    }
}
