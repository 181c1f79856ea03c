public import LocationModel
import Varlink
import WaymarkInterfaces

/// A kind of widget that can be placed.
public struct PlaceableKind: Hashable, Sendable {
    /// The app's identifier.
    public let app: String

    /// The app's name for people, if it has a manifest.
    public let appName: String?

    /// The kind's name, unique within the app.
    public let kind: String

    /// The kind's name for people, if the manifest has one.
    public let name: String?

    /// What its widgets show, for people, if the manifest says so.
    public let summary: String?

    /// The families that it has a layout for, the preferred one first.
    public let families: [WidgetFamily]

    /// Whether its timelines depend on the location.
    public let wantsLocation: Bool

    /// Whether programs that are not its provider may have its widgets reloaded, with ``WidgetCenter``.
    public let isPushable: Bool

    /// The properties of its configuration, as the text of a JSON schema; `nil` if it has none.
    public let configurationSchema: String?

    /// Whether its provider is connected.
    public let isServed: Bool

    init(_ kind: HostInterface.Kind) {
        app = kind.app
        appName = kind.appName
        self.kind = kind.kind
        name = kind.name
        summary = kind.description
        families = kind.families
        wantsLocation = kind.wantsLocation
        isPushable = kind.pushable
        configurationSchema = kind.configuration?.text
        isServed = kind.served
    }
}

extension WaymarkService {
    /// Returns the kinds of widgets of an app, or of all, that can be placed, in the order of app and kind.
    ///
    /// These are the kinds of installed manifests, of your own ones, and those that providers have registered. Their
    /// providers need not run. The locale, such as `de_AT`, is that of the names for people; without it they are untranslated.
    public func placeableKinds(
        of app: String? = nil,
        locale: String? = nil
    ) async throws(ClientError) -> [PlaceableKind] {
        if let app, AppIdentifier(app) == nil { throw .invalidName(app) }
        return try await callForAllPages(HostInterface.ListKinds(app: app, locale: locale)).map {
            PlaceableKind($0)
        }
    }
}
