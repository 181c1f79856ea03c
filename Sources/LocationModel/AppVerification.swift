package enum AppVerification: Hashable, Codable, Sendable {
    case verified(AppAttribution)

    /// Only the program itself names the app; the system's evidence names none.
    case claimed(AppAttribution)

    package var isVerified: Bool {
        if case .verified = self { true } else { false }
    }

    package var attribution: AppAttribution {
        switch self {
        case .verified(let attribution), .claimed(let attribution): attribution
        }
    }
}

/// The error for a program that claims to be a different app than the system says.
package struct AppMismatch: Error, Hashable, Codable, Sendable {
    package let claimed: AppIdentifier

    /// The apps that the program may be, in order; empty for a sandbox that names no app.
    package let actual: [AppIdentifier]

    package let attribution: AppAttribution
}

/// Decides whether a program is accepted as the app that it claims to be.
///
/// The system's evidence wins over the program's claim. A claim counts only where the system knows nothing, and is then
/// marked as ``AppVerification/claimed(_:)``.
package func resolve(
    _ attribution: AppAttribution,
    claim: AppIdentifier,
    of user: UserIdentifier,
    in catalogue: AppCatalogue
) -> Result<AppVerification, AppMismatch> {
    let recognised = attribution.evidence.flatMap { catalogue.app(recognisedBy: $0, for: user) }
    let apps = Set([recognised, attribution.app].compactMap { $0 })
    if apps.contains(claim) { return .success(.verified(attribution)) }
    // A sandbox without a name is still a sandbox: its program must not pass for one outside.
    guard apps.isEmpty, !attribution.isSandboxed else {
        return .failure(AppMismatch(claimed: claim, actual: apps.sorted(), attribution: attribution))
    }
    return .success(.claimed(attribution))
}
