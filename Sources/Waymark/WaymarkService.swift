import LinuxSystem
import WaymarkInterfaces

/// The location service of this machine.
public struct WaymarkService: Hashable, Sendable {
    /// The socket it listens on.
    public let socketPath: String

    /// Names the service.
    ///
    /// - Parameter socketPath: Its socket; where absent, what the environment variable `WAYMARK_SOCKET` says, and
    ///   without that the socket of the installed service.
    public init(socketPath: String? = nil) {
        self.socketPath =
            socketPath ?? Environment.value(of: ServiceAddress.environmentVariable)
            ?? ServiceAddress.defaultPath
    }

    /// Serves kinds of widgets: registers them and tells what the service wants of their provider.
    ///
    /// Nothing happens until the sequence is iterated. Each iteration is one provider of its own: it connects
    /// again when the service restarts, and goes away when it ends, is given up, or its task is cancelled.
    ///
    /// ``WidgetExtension`` does all of this for a ``TimelineProvider``.
    ///
    /// - Parameters:
    ///   - app: The app that the kinds belong to.
    ///   - kinds: The kinds, at least one.
    /// - Returns: What happens to the provider.
    public func serve(app: String, kinds: [KindDeclaration]) -> ProviderEvents {
        ProviderEvents(service: self, app: app, kinds: kinds)
    }

    /// Tells how the service's receivers are doing, and why: whether there is a position to be had at all.
    ///
    /// Nothing happens until the sequence is iterated.
    ///
    /// - Returns: Every receiver, at once and again after each change.
    public func receivers() -> ReceiverEvents { ReceiverEvents(service: self) }
}

/// A kind of widget, as its provider declares it.
public struct KindDeclaration: Hashable, Sendable {
    /// Its name, unique within the app.
    public let kind: String

    /// Whether its timelines depend on the location.
    public let wantsLocation: Bool

    /// Declares a kind.
    public init(kind: String, wantsLocation: Bool) {
        self.kind = kind
        self.wantsLocation = wantsLocation
    }
}
