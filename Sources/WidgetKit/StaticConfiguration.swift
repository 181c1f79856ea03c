public import Waymark

/// A kind of widget without a configuration by the person.
public struct StaticConfiguration: WidgetConfiguration {
    /// The kind.
    public var kinds: [ProvidedKind]

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - kind: The kind's name, unique within the app: ASCII letters, digits, `.`, `-` and `_`.
    ///   - provider: The code that makes the timelines.
    ///   - content: Turns an entry into what hosts show, where on Apple's platforms it makes a view.
    public init<Provider: TimelineProvider>(
        kind: String,
        provider: Provider,
        content: @escaping (Provider.Entry) -> WidgetContent
    ) {
        // The manifest says whether its widgets want the location; without one, they do.
        let bridge = ProviderBridge(provider, content)
        kinds = [ProvidedKind(kind: kind, wantsLocation: true, provider: bridge)]
    }
}

extension WidgetConfiguration {
    /// Sets the families that the widget has contents for, the preferred one first; those of the manifest count first.
    public func supportedFamilies(_ families: [WidgetFamily]) -> Self {
        supportedFamilies(families.map(\.counterpart))
    }
}
