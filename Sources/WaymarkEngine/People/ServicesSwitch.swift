package import LocationModel

/// The switch for all location services, for everybody or for the apps of one user.
package struct ServicesSwitch: Hashable, Codable, Sendable {
    /// Whether services are off for everybody.
    package var isOffForEverybody = false

    /// The users whose apps have services off.
    package var usersOff: Set<UserIdentifier> = []

    /// Creates a switch that is on.
    package init() {}

    /// Whether location services are off for a user's apps.
    package func isOff(for user: UserIdentifier) -> Bool {
        isOffForEverybody || usersOff.contains(user)
    }

    /// Turns services on or off for a user, or for everybody if `user` is `nil`.
    package mutating func set(isOn: Bool, for user: UserIdentifier?) {
        guard let user else {
            isOffForEverybody = !isOn
            return
        }
        if isOn { usersOff.remove(user) } else { usersOff.insert(user) }
    }
}
