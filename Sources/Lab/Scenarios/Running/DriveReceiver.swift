package import LocationModel

/// A receiver in a simulated drive, with the errors of a real one.
///
/// The drive goes on while nobody listens.
package final class DriveReceiver: Receiver {
    /// The 68 % radius of a circular normal error as a multiple of its standard deviation on one axis.
    private static let radius68 = 1.515

    package let name: String
    package let descriptor: CInt? = nil
    package private(set) var nextDeadline: MonotonicInstant?

    private var receiver: IteratorSequence<SimulatedReceiver>
    private let startTime: UTCInstant
    private let beginning: MonotonicInstant
    private var next: SimulatedEpoch?
    private var isFixed: Bool?

    package init(name: String, drive: Scenario, beginning: MonotonicInstant) {
        self.name = name
        self.beginning = beginning
        startTime = drive.start
        receiver = drive.epochs()
        readOn()
    }

    private func readOn() {
        next = receiver.next()
        nextDeadline = next.map { beginning.advanced(by: startTime.duration(to: $0.time)) }
    }

    package func start(at now: Moment) {}

    package func stop() {}

    package func advance(at now: Moment) -> [ReceiverReport] {
        guard let epoch = next, let due = nextDeadline, due <= now.instant else { return [] }
        readOn()
        var reports: [ReceiverReport] = []
        if isFixed != (epoch.solution != nil) {
            switch (isFixed, epoch.solution) {
            case (_, .some): reports.append(.state(.fixed))
            case (true?, nil): reports.append(.state(.lost(.noPosition, lastFixAt: due)))
            default: reports.append(.state(.acquiring(.noPosition)))
            }
            isFixed = epoch.solution != nil
        }
        guard let solution = epoch.solution else {
            return reports + [.epoch(.noFix(time: epoch.isDateKnown ? epoch.time : nil), observedAt: due)]
        }
        let radius = Self.radius68 * solution.horizontalDeviationMeters
        var fix = Fix(
            time: epoch.isDateKnown ? epoch.time : nil,
            coordinate: solution.coordinate,
            mode: .threeDimensional,
            quality: .autonomous,
            accuracy: FixAccuracy(
                horizontal68Meters: radius,
                horizontal95Meters: radius * MachineReceiver.radius95,
                vertical68Meters: solution.verticalDeviationMeters,
                source: .standardDeviations
            )
        )
        fix.altitudeMeters = solution.altitudeMeters
        fix.speedMetersPerSecond = solution.speedMetersPerSecond
        fix.courseDegrees = solution.courseDegrees
        fix.satellitesUsed = solution.satellitesUsed
        fix.horizontalDilution = solution.horizontalDilution
        return reports + [.epoch(.fix(fix), observedAt: due)]
    }
}
