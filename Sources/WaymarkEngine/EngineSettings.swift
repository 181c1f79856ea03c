/// The choices that the owner of the machine has.
package struct EngineSettings: Hashable, Sendable {
    /// What counts as a significant change.
    package var significantChange = SignificantChange.Settings()

    /// How long a widget counts as in use after it was last in view.
    package var inUseWindow: Duration = .seconds(15 * 60)

    /// How long an app counts as in use after it has disconnected or its windows were hidden.
    package var appGrace: Duration = .seconds(5)

    /// What the administrator allows.
    package var policy = AuthorizationPolicy()

    /// How long after the person last said "always" to an app that makes use of it they are asked again.
    package var usageReminderInterval: Duration = .seconds(30 * 86_400)

    /// What one user may hold.
    package var quotas = QuotaLimits()

    /// How long a provider may take over a timeline.
    package var timelineDeadline: Duration = .seconds(30)

    /// How long after a failure a timeline is asked for again; doubles with each failure in a row.
    package var retryAfter: Duration = .seconds(30)

    /// The longest time between two retries.
    package var retryAtMost: Duration = .seconds(3600)

    /// The least time between two reloads that timelines themselves ask for.
    package var minimumReloadInterval: Duration = .seconds(5 * 60)

    /// How long a reload waits for a fix before it goes ahead without.
    package var fixTimeout: Duration = .seconds(10)

    /// How old a fix may be and still be where the machine is.
    package var fixLifetime: Duration = .seconds(10)

    /// How long receivers stay on after nobody may use their fixes any more.
    package var receiversIdleAfter: Duration = .seconds(30)

    /// How receivers may pause while nothing but significant changes is wanted; `nil` when they may not.
    package var dutyCycle: DutyCycle.Settings? = DutyCycle.Settings()

    /// Creates the defaults.
    package init() {}
}
