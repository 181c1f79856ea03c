import Configuration
import LinuxSystem
import LocationModel
import Varlink
import VarlinkSocket
import WaymarkEngine

/// The configuration files combined with the command-line options, which take precedence.
struct EffectiveConfiguration {
    let configuration: Configuration
    let receivers: [NamedReceiverURL]

    /// A reason why a configuration is unusable, for a person.
    struct Problem: Error {
        let text: String
    }

    init(_ options: Options) throws(Problem) {
        var configuration: Configuration
        do {
            configuration = try ConfigurationFile.load(
                path: options.configurationPath ?? ConfigurationFile.defaultPath,
                isRequired: options.configurationPath != nil
            )
        } catch {
            throw Problem(text: "\(error)")
        }
        if let path = options.socketPath { configuration.socket.path = path }
        if let directory = options.stateDirectory { configuration.state.directory = directory }
        if !options.receivers.isEmpty { configuration.receivers.urls = options.receivers }
        if let level = options.logLevel { configuration.logLevel = level }
        var receivers: [NamedReceiverURL] = []
        for text in configuration.receivers.urls {
            do {
                receivers.append(NamedReceiverURL(name: text, url: try ReceiverURL(text)))
            } catch {
                throw Problem(text: "receiver '\(text)': \(error)")
            }
        }
        self.configuration = configuration
        self.receivers = receivers
    }

    /// The settings for the engine.
    var engineSettings: EngineSettings {
        var settings = EngineSettings()
        settings.significantChange.distanceMeters = configuration.significantChange.distanceMeters
        settings.significantChange.interval = configuration.significantChange.interval
        settings.inUseWindow = configuration.widgets.inUseWindow
        settings.timelineDeadline = configuration.widgets.timelineDeadline
        settings.retryAfter = configuration.widgets.retryAfter
        settings.retryAtMost = configuration.widgets.retryAtMost
        settings.minimumReloadInterval = configuration.widgets.minimumReloadInterval
        settings.fixTimeout = configuration.widgets.fixTimeout
        settings.receiversIdleAfter = configuration.receivers.idleAfter
        settings.dutyCycle = dutyCycle
        settings.appGrace = configuration.authorization.appGrace
        settings.usageReminderInterval = configuration.authorization.usageReminderInterval
        settings.quotas[.widgets] = configuration.quotas.widgets
        settings.quotas[.timelineBytes] = configuration.quotas.timelineBytes
        settings.quotas[.kinds] = configuration.quotas.kinds
        settings.quotas[.apps] = configuration.quotas.apps
        settings.quotas[.manifests] = configuration.quotas.manifests
        settings.quotas[.sessions] = configuration.quotas.sessions
        settings.quotas[.requests] = configuration.quotas.requests
        settings.policy = AuthorizationPolicy(configuration.policy)
        return settings
    }

    /// The duty cycle of the receivers; `nil` for none.
    ///
    /// Recordings alone have none: pausing them saves no power and stops their playback.
    private var dutyCycle: DutyCycle.Settings? {
        let longest = configuration.receivers.longestPause
        let isLive = receivers.contains { if case .recording = $0.url { false } else { true } }
        return isLive ? DutyCycle.Settings(longest: longest) : nil
    }

    /// The limits of the server.
    var serverLimits: VarlinkServer.Limits {
        let socket = configuration.socket
        var limits = VarlinkServer.Limits()
        limits.connections = socket.maxConnections
        limits.connectionsPerUser = socket.maxConnectionsPerUser
        limits.connectionsPerPrivilegedUser = 2 * socket.maxConnectionsPerUser
        limits.conversation.messageBytes = socket.maxMessageSize
        limits.conversation.partialMessage = socket.messageTimeout
        limits.conversation.waitingCalls = socket.maxPendingCalls
        limits.congestedOutputBytes = socket.coalesceAbove
        limits.outputBytes = socket.maxOutputQueue
        limits.outputStall = socket.stallTimeout
        return limits
    }
}

extension AuthorizationPolicy {
    /// Combines the configured policies on each subject.
    ///
    /// Where several exist, all of them apply.
    fileprivate init(_ policy: Configuration.Policy) {
        self.init()
        let rules: [([PolicySubject], AuthorizationLimits)] = [
            (policy.forbidden, .forbidden), (policy.whenInUseOnly, .whenInUseOnly),
            (policy.reducedAccuracy, .reducedAccuracy), (policy.allowed, []),
        ]
        for (subjects, limits) in rules {
            for subject in subjects { add(limits, for: Subject(app: subject.app, user: subject.user)) }
        }
    }
}
