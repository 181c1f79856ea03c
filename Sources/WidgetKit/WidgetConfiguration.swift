import Waymark

/// The kinds of widgets of a program, with their providers.
public protocol WidgetConfiguration {
    /// The kinds.
    var kinds: [ProvidedWidget] { get set }
}

/// A kind of widget with its provider.
public struct ProvidedWidget {
    let kind: String
    let provider: any KindProvider
    var displayName: String?
    var summary: String?
    var families: [WidgetFamily] = WidgetFamily.allCases
}

/// A kind of widget without a configuration by the person.
public struct StaticConfiguration: WidgetConfiguration {
    /// The kind.
    public var kinds: [ProvidedWidget]

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
        kinds = [ProvidedWidget(kind: kind, provider: ProvidedKind(provider, content))]
    }
}

extension WidgetConfiguration {
    /// Sets the name for people, which `--manifest` prints.
    public func configurationDisplayName(_ name: String) -> Self { changed { $0.displayName = name } }

    /// Sets what the widget shows, for people, which `--manifest` prints.
    public func description(_ description: String) -> Self { changed { $0.summary = description } }

    /// Sets the families that the widget has contents for, which `--manifest` prints.
    public func supportedFamilies(_ families: [WidgetFamily]) -> Self { changed { $0.families = families } }

    private func changed(_ change: (inout ProvidedWidget) -> Void) -> Self {
        var copy = self
        for index in copy.kinds.indices { change(&copy.kinds[index]) }
        return copy
    }
}
