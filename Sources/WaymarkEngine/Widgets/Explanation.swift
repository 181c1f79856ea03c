package import LocationModel

/// The explanation whether a widget would get a location now, and if not, why.
package struct Explanation: Hashable, Sendable {
    /// The conditions in the order of testing.
    package let checks: [Check]

    package let pending: ReloadReason?

    /// The wait of the next reload, if it waits.
    package let wait: ReloadWait?

    /// The first condition that keeps the widget from getting a location now; `nil` when it would get one.
    package var decisive: Check? { checks.first { $0.condition.decides && $0.holds == false } }

    /// The first condition that keeps a significant change from reloading the widget, if it is known.
    package var unmetMovement: Check? { checks.first { $0.condition.concernsMovement && $0.holds == false } }

    package enum Condition: String, Hashable, Sendable, CaseIterable {
        case registered
        case wantsLocation

        /// The app's manifest states the purpose, unless the person has decided already.
        case purposeStated
        case servicesOn

        case allowedByPolicy
        case appAuthorized

        /// The person lets widgets share the authorization.
        case widgetsAuthorized

        /// The app has a full or a reduced accuracy, which holds whenever it may know the location.
        case accuracy

        /// The person has not paused the location of all apps.
        case notPaused

        /// The widget is in use, or its app may always know.
        case inUse

        /// There is a fresh fix, or the owner's stated place stands in for one, or one will come while a reload waits.
        case fixFresh

        /// The latest fix, or the change that it shows, is beyond doubt.
        case fixBelieved

        /// The machine is far enough from the place, or out of the area, that was told last.
        case movedFarEnough

        /// The last change, or the computation of the last area, is long enough ago.
        case intervalPassed
        case reloadPending

        /// The pending reload is free, or the widget's budget allows it; without one, the budget allows another.
        case budgetAllows
        case providerConnected
        case providerAnswered

        /// No wait after a failure is left.
        case providerSucceeded

        /// Whether the condition decides whether the widget gets a location, rather than whether it is reloaded.
        var decides: Bool { !concernsMovement && self != .reloadPending && self != .budgetAllows }

        /// Whether the condition is about a further significant change.
        var concernsMovement: Bool {
            [.fixBelieved, .movedFarEnough, .intervalPassed].contains(self)
        }
    }

    package struct Check: Hashable, Sendable {
        package let condition: Condition

        /// Whether the condition holds; `nil` when that is withheld, or there is nothing to check.
        package let holds: Bool?

        /// The reason why the condition holds or does not, for a person.
        package let text: String

        init(_ condition: Condition, _ holds: Bool?, _ text: String) {
            self.condition = condition
            self.holds = holds
            self.text = text
        }
    }

    /// The answer to the question whether the widget would get a location now: yes, or no and why.
    package var summary: String {
        let reason = wait.map { ": \($0.text)" } ?? ""
        if let decisive {
            let answer = "No: \(decisive.text)."
            return pending.map { "\(answer) A reload because \($0.text) is pending\(reason)." } ?? answer
        }
        let answer = "Yes: a reload now would carry the location."
        if let pending { return "\(answer) One is due because \(pending.text)\(reason)." }
        return unmetMovement.map { "\(answer) The machine's movement asks for none: \($0.text)." } ?? answer
    }
}
