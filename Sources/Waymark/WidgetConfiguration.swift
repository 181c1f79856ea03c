public import LocationModel

/// The kinds of widgets that a program provides.
public protocol WidgetConfiguration: Sendable {
    /// The kinds.
    var kinds: [ProvidedKind] { get set }
}

/// A kind of widget and its provider.
public struct StaticConfiguration: WidgetConfiguration {
    /// The kind.
    public var kinds: [ProvidedKind]

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - kind: The kind's name, unique within the app: ASCII letters, digits, `.`, `-` and `_`.
    ///   - wantsLocation: Whether the timelines of the kind depend on the location. Only then the provider
    ///     gets the location, and is asked again after a significant change.
    ///   - provider: The code that makes the timelines.
    public init(kind: String, wantsLocation: Bool = true, provider: some TimelineProvider) {
        kinds = [ProvidedKind(kind: kind, wantsLocation: wantsLocation, provider: provider)]
    }
}

extension WidgetConfiguration {
    /// Sets the name for people, which a gallery shows and `--manifest` prints; a name in the manifest takes
    /// precedence.
    public func configurationDisplayName(_ name: String) -> Self { changed { $0.displayName = name } }

    /// Sets the description for people who choose a widget; one in the manifest takes precedence.
    public func description(_ description: String) -> Self { changed { $0.summary = description } }

    /// Sets the families that the widget has contents for, the preferred one first; those of the manifest
    /// take precedence.
    public func supportedFamilies(_ families: [WidgetFamily]) -> Self { changed { $0.families = families } }

    private func changed(_ change: (inout ProvidedKind) -> Void) -> Self {
        var copy = self
        for index in copy.kinds.indices { change(&copy.kinds[index]) }
        return copy
    }
}
