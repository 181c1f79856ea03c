public import FoundationEssentials
public import LocationModel
import Varlink
import WaymarkInterfaces

/// The look of a widget in a gallery, before it is placed.
public struct WidgetSnapshot: Hashable, Sendable {
    fileprivate let told: HostInterface.GetSnapshot.Reply

    /// The reason why a snapshot is not made by the provider.
    public typealias Absence = SnapshotAbsence

    /// The content to show: a JSON object, of the provider or else the placeholder of the kind; `nil` if
    /// there is neither.
    public var json: String? { told.content?.text }

    /// The reason why ``json`` is not the provider's; `nil` if it is.
    public var absence: Absence? { told.absence }

    /// The conventional text of the contents; `nil` if they have none.
    public var text: String? { told.content?.object["text"]?.text }

    /// The conventional further words of the contents; `nil` if they have none.
    public var detail: String? { told.content?.object["detail"]?.text }

    /// Returns the contents as a value of the host's own type; `nil` if there are none.
    ///
    /// - Throws: `DecodingError` if the contents are others.
    public func contents<Value: Decodable>(as type: Value.Type) throws -> Value? {
        try json.map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

/// The most relevant of several widgets.
public struct MostRelevantWidget: Hashable, Sendable {
    fileprivate let told: HostInterface.MostRelevant.Reply

    /// The widget; `nil` if none is relevant now.
    public var widget: WidgetIdentifier? { told.widget.flatMap { WidgetIdentifier($0) } }

    /// Its score, as its provider gave it, above 0; `nil` without a widget.
    public var score: Double? { told.score }

    /// The time to ask again, because the answer may change; it may also change with any update of the
    /// widgets.
    public var until: Date? { told.until.flatMap { Date($0) } }
}

// What a host offers and chooses. ``WaymarkService/placeableKinds(of:locale:)`` lists the kinds.
extension WidgetHost {
    /// Returns the look of a kind, for a gallery.
    ///
    /// The provider makes it of sample data, within 2 seconds. No location is given for it. The parameters are those of
    /// ``place(_:of:family:configuration:key:)``.
    ///
    /// - Returns: The snapshot; without a provider, the placeholder of the kind.
    /// - Throws: `ClientError`, as for placing; `ServiceRefusal.quotaExceeded` if the person's hosts wait for too many at once.
    public func snapshot(
        ofKind kind: String,
        of app: String,
        family: WidgetFamily? = nil,
        configuration: ConfigurationValues = ConfigurationValues()
    ) async throws(ClientError) -> WidgetSnapshot {
        WidgetSnapshot(
            told: try await service.call(
                HostInterface.GetSnapshot(
                    app: app,
                    kind: kind,
                    family: family,
                    configuration: configuration.isEmpty ? nil : configuration.json
                )
            )
        )
    }

    /// Returns the one of at most 64 widgets to show where there is room for one.
    ///
    /// It has the highest score above 0, and is the first of equal ones.
    public func mostRelevant(of widgets: [WidgetIdentifier]) async throws(ClientError) -> MostRelevantWidget {
        MostRelevantWidget(
            told: try await service.call(HostInterface.MostRelevant(widgets: widgets.map(\.description)))
        )
    }
}
