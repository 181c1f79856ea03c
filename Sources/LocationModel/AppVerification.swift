/// On what ground a program passes for an app.
package enum AppVerification: Hashable, Sendable {
    /// The system says so.
    case verified(AppAttribution)

    /// Only the program itself says so; what is known of it names no app.
    case claimed(AppAttribution)

    /// Whether the system says so.
    package var isVerified: Bool {
        if case .verified = self { true } else { false }
    }

    /// What the system says of the program.
    package var attribution: AppAttribution {
        switch self {
        case .verified(let attribution), .claimed(let attribution): attribution
        }
    }
}

/// A program says that it is another app than the system says.
package struct AppMismatch: Error, Hashable, Sendable {
    /// The app that it says it is.
    package let claimed: AppIdentifier

    /// The apps that it may be, in order; none for a sandbox that names no app.
    package let actual: [AppIdentifier]

    /// What the system says of it.
    package let attribution: AppAttribution

    /// Creates a value of its members.
    package init(claimed: AppIdentifier, actual: [AppIdentifier], attribution: AppAttribution) {
        self.claimed = claimed
        self.actual = actual
        self.attribution = attribution
    }
}

/// Decides whether a program passes for the app that it says it is.
///
/// - Parameters:
///   - attribution: What the system says of the program.
///   - claim: The app that it says it is.
///   - user: Whose it is.
///   - catalogue: What the manifests say about who is which app.
/// - Returns: The ground, or why it does not pass: what the system says wins over what the program says. Only of one of
///   which the system says nothing is the word taken, and marked as no more than that.
package func resolve(
    _ attribution: AppAttribution,
    claim: AppIdentifier,
    of user: UserIdentifier,
    in catalogue: AppCatalogue
) -> Result<AppVerification, AppMismatch> {
    let recognised = attribution.evidence.flatMap { catalogue.app(recognisedBy: $0, for: user) }
    let apps = Set([recognised, attribution.app].compactMap { $0 })
    if apps.contains(claim) { return .success(.verified(attribution)) }
    // A sandbox without a name is still one: what runs in it must not pass for what runs outside.
    guard apps.isEmpty, !attribution.isSandboxed else {
        return .failure(AppMismatch(claimed: claim, actual: apps.sorted(), attribution: attribution))
    }
    return .success(.claimed(attribution))
}
