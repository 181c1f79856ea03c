package import LocationModel

package struct EngineSettings: Hashable, Codable, Sendable {
    package var significantChange = SignificantChange.Settings()
    package var visits = Visits.Settings()

    /// The time for which a widget counts as in use after it was last in view.
    package var inUseWindow: Duration = .seconds(15 * 60)

    /// The time for which an app counts as in use after it disconnects or its windows are hidden.
    package var appGrace: Duration = .seconds(5)
    package var policy = AuthorizationPolicy()

    /// The time after the last "always" until the person is reminded of an app that uses it.
    package var usageReminderInterval: Duration = .seconds(30 * 86_400)

    /// The time without use after which a permission ends; zero for never.
    package var unusedPermissionEnds: Duration = .seconds(90 * 86_400)
    package var quotas = QuotaLimits()

    /// The longest time a provider may take to make a timeline.
    package var timelineDeadline: Duration = .seconds(30)

    /// The longest time a provider may take to make a snapshot, which a person waits for.
    package var snapshotDeadline: Duration = .seconds(2)

    package var launching = LaunchSettings()

    /// The delay before a failed timeline is requested again; it doubles with each failure in a row.
    package var retryAfter: Duration = .seconds(30)

    /// The longest delay between two retries.
    package var retryAtMost: Duration = .seconds(3600)

    /// The least time between two reloads scheduled by timelines.
    package var minimumReloadInterval: Duration = .seconds(5 * 60)

    /// The most reloads a day that are charged to the budget of a widget that is seen often; `nil` for no budget.
    package var dailyReloads: Int? = 70

    /// The longest time that a reload waits for a fix before it goes ahead without one.
    package var fixTimeout: Duration = .seconds(10)

    /// The age up to which a fix counts as the machine's location.
    package var fixLifetime: Duration = .seconds(10)

    /// The time that receivers stay on after the last use of their fixes.
    package var receiversIdleAfter: Duration = .seconds(30)

    /// The bounds of pauses while only significant changes are wanted; `nil` disables pauses.
    package var dutyCycle: DutyCycle.Settings? = DutyCycle.Settings()

    /// The place that the machine's owner configured, if any.
    package var statedPlace: StatedPlace?

    /// The time that receivers search for a fix before the stated place stands in for it.
    package var statedPlaceAfter: Duration = .seconds(10)

    package init() {}
}
