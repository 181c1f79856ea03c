import LocationModel

extension ServiceSessionDecision {
    /// The name of the decision's kind, in one word for programs.
    var name: String {
        switch self {
        case .held: "serviceSessionHeld"
        case .lacks: "serviceSessionLacks"
        case .keepsInUse: "serviceSessionKeepsInUse"
        case .ended: "serviceSessionEnded"
        }
    }

    /// The decision and its reasons for a person, after the stream.
    var text: String {
        switch self {
        case .held(let request):
            "is a service session"
                + (request.level == .none
                    ? "" : " that needs \(request.level == .always ? "always" : "when in use")")
                + (request.fullAccuracyPurpose.map { " and full accuracy for \($0)" } ?? "")
                + (request.isBackground ? ", also in the background" : "")
        case .lacks([]): "has what it needs"
        case .lacks(let diagnostics): "lacks something: \(LiveDiagnostic.text(diagnostics))"
        case .keepsInUse: "keeps the app in use although its windows may be hidden"
        case .ended: "has ended"
        }
    }

    /// The evidence of the decision by name, for programs.
    var evidence: [String: EvidenceValue] {
        switch self {
        case .held(let request):
            var evidence: [String: EvidenceValue] = [
                "level": .word(request.level.rawValue),
                "background": .word(request.isBackground ? "yes" : "no"),
            ]
            evidence["fullAccuracyPurpose"] = request.fullAccuracyPurpose.map { .word($0.rawValue) }
            return evidence
        case .lacks(let diagnostics):
            return ["diagnostics": .word(diagnostics.map(\.rawValue).joined(separator: " "))]
        case .keepsInUse, .ended: return [:]
        }
    }
}
