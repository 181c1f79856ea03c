import LocationModel
import WaymarkEngine
import WaymarkInterfaces

// The engine's apps and accesses as types of io.waymark.Settings.

extension SettingsInterface.App {
    init(_ app: AppSummary, name: String?, missing: [MissingCapability]) {
        let authorization = app.authorization
        self.init(
            app: app.app.app.rawValue,
            user: Int(app.app.user.rawValue),
            name: name,
            status: authorization.status,
            choice: authorization.grant.status,
            widgets: authorization.grant.widgets,
            accuracy: authorization.accuracy,
            isAuthorizedForWidgetUpdates: authorization.isAuthorizedForWidgetUpdates,
            isTemporary: authorization.isTemporary,
            isProvisional: authorization.grant.isProvisional,
            limits: SettingsInterface.Limit.list(authorization.limits),
            text: authorization.text,
            kinds: SettingsInterface.KindDeclaration.list(app.kinds),
            inUse: app.isInUse,
            connected: app.isConnected,
            verification: app.verification.map { .init($0) },
            verificationText: app.verification?.text,
            prompts: app.prompts.map(\.identifier.description),
            monitors: app.monitors,
            regions: app.regionCount,
            missingCapabilities: missing.map { .init($0) }
        )
    }
}

extension SettingsInterface.Limit {
    static func list(_ limits: AuthorizationLimits) -> [Self] {
        allCases.filter { limits.contains($0.limit) }
    }

    private var limit: AuthorizationLimits {
        switch self {
        case .forbidden: .forbidden
        case .whenInUseOnly: .whenInUseOnly
        case .reducedAccuracy: .reducedAccuracy
        case .servicesOff: .servicesOff
        }
    }
}

extension SettingsInterface.Verification {
    init(_ verification: AppVerification) {
        switch verification {
        case .verified(.flatpak): self = .flatpak
        case .verified(.snap): self = .snap
        case .verified(.systemUnit): self = .systemUnit
        case .verified(.userUnit): self = .userUnit
        case .verified(.unidentified), .claimed: self = .claimed
        }
    }
}

extension SettingsInterface.RegisterManifest.Reply.Outcome {
    init(_ registration: AppCatalogue.Registration) {
        switch registration {
        case .added: self = .added
        case .replaced: self = .replaced
        case .unchanged: self = .unchanged
        case .hidden: self = .hidden
        }
    }
}

extension SettingsInterface.Access {
    init(_ record: AccessRecord) {
        self.init(
            date: record.date.description,
            app: record.app.app.rawValue,
            user: Int(record.app.user.rawValue),
            widget: record.consumer?.widget?.description,
            request: record.consumer?.request?.description,
            session: record.consumer?.follower?.description,
            ground: record.ground,
            isTemporary: record.wasTemporary,
            accuracy: record.accuracy,
            horizontalAccuracyMeters: record.horizontal68Meters
        )
    }
}
