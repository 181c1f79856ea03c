import LocationModel

extension ReloadCharge {
    /// The charge for a person, after a reload; `nil` where nobody needs to be told.
    package var text: String? {
        switch self {
        case .charged(let left): "charged, \(left) left"
        case .free(.reason): "free"
        case .free(.appInUse): "free while its app is in use"
        case .free(.budgetOff): nil
        }
    }

    /// The charge for programs.
    var evidence: [String: EvidenceValue] {
        switch self {
        case .charged(let left): ["charge": .word("charged"), "left": .number(Double(left))]
        case .free(let exemption): ["charge": .word("free"), "exemption": .word(exemption.rawValue)]
        }
    }
}

extension ReloadBudget.Uses {
    /// The uses for a person.
    package var text: String {
        let parts = [
            scheduled > 0 ? "\(scheduled) scheduled by its timelines" : nil,
            requested > 0 ? "\(requested) asked for by its provider" : nil,
            pushed > 0 ? "\(pushed) pushed" : nil,
        ].compactMap(\.self)
        let all = parts.isEmpty ? "none" : parts.joined(separator: ", ")
        return unchanged > 0 ? "\(all); \(unchanged) of them brought the same content again" : all
    }

    /// The uses for programs.
    var evidence: [String: EvidenceValue] {
        [
            "scheduled": .number(Double(scheduled)), "requested": .number(Double(requested)),
            "pushed": .number(Double(pushed)), "unchanged": .number(Double(unchanged)),
        ]
    }
}

extension TicketStatus {
    /// What has become of the reload, for a person.
    package var text: String {
        let failures = ticket.failures
        let tries = failures == 0 ? "" : ", after \(failures) \(failures == 1 ? "failure" : "failures")"
        return switch ticket.state {
        case .waiting: "waiting\(tries): it follows \(wait?.text ?? "at once")"
        case .requested(let request): "\(request) asks the provider for the timeline\(tries)"
        case .done(let request, let date): "done at \(date) with \(request)\(tries)"
        case .removed(let date): "the widget was removed at \(date)"
        }
    }
}
