public import FoundationEssentials
public import WaymarkInterfaces

/// The context in which a timeline is made.
public struct TimelineProviderContext: Hashable, Sendable {
    /// The widget; `w0`, which no widget has, in a preview.
    public let widget: WidgetIdentifier

    /// Whether the entry is for a gallery, where no real data is needed.
    public let isPreview: Bool

    /// The widget's kind.
    public let kind: String

    /// The family in which the host shows the widget.
    public let family: WidgetFamily

    /// The widget's configuration, with the defaults of its kind.
    public let configuration: ConfigurationValues

    /// The reason why the service asks now; `placed` in a preview.
    public let reason: ReloadReason

    /// The time after which the service accepts no answer, by the machine's clock.
    public let deadline: Date

    /// Whether the app's widgets are authorized for the location.
    public let isAuthorizedForWidgetUpdates: Bool

    /// The location, or the reason why there is none; `notWanted` in a preview.
    public let location: LocationAnswer

    /// The evidence why the receivers have no fix, if that is the reason for no location.
    public let unknownLocation: WidgetsInterface.UnknownLocation?

    /// Creates a context, for tests of a provider.
    public init(
        widget: WidgetIdentifier,
        kind: String,
        family: WidgetFamily = .small,
        configuration: ConfigurationValues = ConfigurationValues(),
        reason: ReloadReason,
        deadline: Date,
        isAuthorizedForWidgetUpdates: Bool,
        location: LocationAnswer,
        unknownLocation: WidgetsInterface.UnknownLocation? = nil,
        isPreview: Bool = false
    ) {
        self.widget = widget
        self.isPreview = isPreview
        self.kind = kind
        self.family = family
        self.configuration = configuration
        self.reason = reason
        self.deadline = deadline
        self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
        self.location = location
        self.unknownLocation = unknownLocation
    }
}
