public import LocationModel
import Varlink
import WaymarkInterfaces

/// A kind of widget that can be placed.
public struct PlaceableKind: Hashable, Sendable {
    /// The service's description of it.
    let told: HostInterface.Kind

    /// The app's identifier.
    public var app: String { told.app }

    /// The app's name for people, if it has a manifest.
    public var appName: String? { told.appName }

    /// The kind's name, unique within the app.
    public var kind: String { told.kind }

    /// The kind's name for people, if the manifest has one.
    public var name: String? { told.name }

    /// A description of its widgets for people, if the manifest has one.
    public var summary: String? { told.description }

    /// The families that it has a layout for, the preferred one first.
    public var families: [WidgetFamily] { told.families }

    /// Whether its timelines depend on the location.
    public var wantsLocation: Bool { told.wantsLocation }

    /// Whether programs that are not its provider may have its widgets reloaded, with ``WidgetCenter``.
    public var isPushable: Bool { told.pushable }

    /// The properties of its configuration, as the text of a JSON schema; `nil` if it has none.
    public var configurationSchema: String? { told.configuration?.text }

    /// Whether its provider is connected.
    public var isServed: Bool { told.served }
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
            PlaceableKind(told: $0)
        }
    }
}
