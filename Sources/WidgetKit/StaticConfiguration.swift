// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Waymark

/// A kind of widget without a configuration by the person.
public struct StaticConfiguration: WidgetConfiguration {
    public var kinds: [ProvidedKind]

    /// Creates a configuration; `content` turns an entry into content for hosts, and on Apple's platforms
    /// into a view.
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
    /// Sets the families that the widget has contents for, the preferred one first; those of the manifest
    /// take precedence.
    public func supportedFamilies(_ families: [WidgetFamily]) -> Self {
        supportedFamilies(families.compactMap(\.counterpart))
    }

    /// Has no effect: hosts choose the margins.
    public func contentMarginsDisabled() -> Self { self }

    /// Has no effect: contents have no background.
    public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> Self { self }

    /// Has no effect: a widget is where the person places it.
    public func disfavoredLocations(_ locations: [WidgetLocation], for families: [WidgetFamily]) -> Self {
        self
    }

    /// Has no effect: there are no sessions that go on while the program does not run, and so no events of them.
    public func onBackgroundURLSessionEvents(
        matching matchingString: String,
        _ urlSessionEvent: @escaping (_ identifier: String, _ completion: @escaping () -> Void) -> Void
    ) -> Self {
        self
    }

    /// Has no effect: there are no sessions that go on while the program does not run, and so no events of them.
    public func onBackgroundURLSessionEvents(
        matching isMatching: ((_ identifier: String) -> Bool)? = nil,
        _ urlSessionEvent: @escaping (_ identifier: String, _ completion: @escaping () -> Void) -> Void
    ) -> Self {
        self
    }
}

public struct WidgetLocation: Hashable, Sendable {
    private let name: String

    public static let homeScreen = WidgetLocation(name: "homeScreen")
    public static let lockScreen = WidgetLocation(name: "lockScreen")
    public static let standBy = WidgetLocation(name: "standBy")
    public static let carPlay = WidgetLocation(name: "carPlay")
    public static let iPhoneWidgetsOnMac = WidgetLocation(name: "iPhoneWidgetsOnMac")
}
