import LinuxSystem
package import Waymark

/// A request for a timeline while it is answered, in a program that makes widgets, with the location that came with it.
///
/// Questions of a provider's code while it answers a request, also in its tasks, are about this request:
/// another widget may have another authorization.
package final class AnsweredRequest: Sendable {
    @TaskLocal package static var current: AnsweredRequest?

    private let answer: Guarded<LocationAnswer?>

    package init(_ location: LocationAnswer) { answer = Guarded(location) }

    /// The location, or the reason why there is none; `nil` once the request is answered, or replaced by a
    /// newer one.
    var location: LocationAnswer? { answer.withLock { $0 } }

    package func end() { answer.withLock { $0 = nil } }

    /// Withdraws the location, because the person has revoked it.
    func withdraw() { answer.withLock { if $0 != nil { $0 = .unauthorized } } }
}

extension RunningApp {
    /// The location of the request that is being answered; an error if there is none, or if it is not clear
    /// which.
    typealias WidgetKnowledge = Result<LocationAnswer, CLError>

    /// Returns the location for the code that runs now; `nil` in an app.
    ///
    /// - Parameter earlier: The request during which the asking object was made.
    /// - Returns: The location, or the reason why there is none.
    func widgetKnowledge(since earlier: AnsweredRequest?) -> WidgetKnowledge? {
        guard makesWidgets else { return nil }
        if let current = AnsweredRequest.current { return current.knowledge }
        if let earlier, earlier.location != nil { return earlier.knowledge }
        // Code that is called back by something else than a task does not say which request it is about.
        let answered = answeredRequests
        if answered.count == 1 { return answered[0].knowledge }
        return .failure(
            answered.isEmpty
                ? CLError(.denied, "no timeline is being made: a widget knows the location only meanwhile")
                : CLError(
                    .locationUnknown,
                    "several widgets wait for a timeline: ask for the location in getTimeline or a task of it"
                )
        )
    }
}

extension AnsweredRequest {
    fileprivate var knowledge: RunningApp.WidgetKnowledge {
        location.map { RunningApp.WidgetKnowledge.success($0) }
            ?? .failure(CLError(.denied, "the timeline is made: a widget knows the location only until then"))
    }
}

extension LocationAnswer {
    /// The location, or the failure for a delegate.
    var result: Result<CLLocation, CLError> {
        switch self {
        case .location(let location): .success(CLLocation(location))
        case .unauthorized: .failure(CLError(.denied, "the app's widgets may not know the location"))
        case .notAvailable(.insufficientlyInUse):
            .failure(CLError(.denied, "the widget was not in view lately"))
        case .notAvailable(.pausedByPerson):
            .failure(CLError(.locationUnknown, "the person has paused the location of all apps"))
        case .notAvailable: .failure(CLError(.locationUnknown, "no receiver gives a location now"))
        case .notWanted:
            .failure(CLError(.denied, "a snapshot, and a widget that wants no location, are told none"))
        }
    }
}
