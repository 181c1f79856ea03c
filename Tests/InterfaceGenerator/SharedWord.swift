import LocationModel

/// An enumeration that the engine, the wire and the library for apps have in common.
///
/// An enumeration of an interface becomes this one where it has the same words.
struct SharedWord {
    static let all = [
        SharedWord(AbsenceReason.self), SharedWord(AccuracyAuthorization.self),
        SharedWord(AnchorCondition.self), SharedWord(AnchorDoubt.self), SharedWord(AuthorizationChoice.self),
        SharedWord(AuthorizationStatus.self), SharedWord(Availability.self),
        SharedWord(AvailabilityObstacle.self), SharedWord(BeaconProximity.self),
        SharedWord(CompassCondition.self), SharedWord(Ground.self), SharedWord(LaunchFault.self),
        SharedWord(LocationFeature.self), SharedWord(LiveDiagnostic.self),
        SharedWord(LocationActivity.self), SharedWord(LocationSource.self), SharedWord(ManifestOutcome.self),
        SharedWord(MonitorEventKind.self), SharedWord(MonitoredService.self),
        SharedWord(MonitoringDiagnostic.self), SharedWord(PromptChoice.self), SharedWord(PromptEnd.self),
        SharedWord(Quota.self), SharedWord(ReceiverCondition.self), SharedWord(RegionState.self),
        SharedWord(ReloadReason.self), SharedWord(RequestEnd.self), SharedWord(RequestOutcome.self),
        SharedWord(SessionRequirement.self), SharedWord(ShareObstacle.self), SharedWord(SnapshotAbsence.self),
        SharedWord(TicketCondition.self), SharedWord(Trust.self), SharedWord(WidgetAbsence.self),
        SharedWord(WidgetCondition.self), SharedWord(WidgetFamily.self), SharedWord(WidgetGrant.self),
    ]

    let name: String
    let words: Set<String>

    private init<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) {
        name = "\(type)"
        words = Set(type.allCases.map(\.rawValue))
    }

    static func name(for words: [String]) -> String? { all.first { $0.words == Set(words) }?.name }

    /// The file that lets all of them be read and written.
    static var file: String {
        SwiftInterface.head + "import LocationModel\nimport Varlink\n\n"
            + all.map { "extension \($0.name): JSONWord {}\n" }.joined()
    }
}
