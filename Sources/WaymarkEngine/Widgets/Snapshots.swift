package import LocationModel

/// A request to a provider for the look of a kind in a gallery.
package struct SnapshotRequest: Hashable, Sendable {
    package let request: RequestIdentifier
    package let kind: WidgetKind

    /// The family and configuration, with the defaults of the kind.
    package let setup: WidgetSetup

    /// The wall-clock time after which the answer is too late.
    package let deadline: UTCInstant
}

/// The look of a kind in a gallery.
package struct Snapshot: Hashable, Sendable {
    /// The provider's sample, or else the placeholder of the kind: the text of a JSON object.
    package let content: String?

    /// The reason why the content is not the provider's.
    package let absence: SnapshotAbsence?
}

/// A snapshot that a provider has not answered for yet.
struct WaitingSnapshot: Equatable, Sendable {
    let kind: KindKey
    let session: SessionIdentifier
    let call: CallIdentifier
    let deadline: MonotonicInstant
}
