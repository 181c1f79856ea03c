import LocationModel
import WaymarkEngine

/// The answers of providers in a recorded run, from which their answers to other requests are made up.
package struct ProviderHabits {
    struct Answer {
        let askedAt: MonotonicInstant
        let delay: Duration
        let outcome: Outcome
    }

    enum Outcome {
        case timeline(Timeline)
        case failure(String)
    }

    package init() {}

    private var asked: [RequestIdentifier: (widget: WidgetIdentifier, at: MonotonicInstant)] = [:]
    private var answers: [WidgetIdentifier: [Answer]] = [:]

    mutating func note(_ event: Event, _ effects: [Effect], at now: MonotonicInstant) {
        switch event {
        case .called(.deliverTimeline(_, let request, let timeline), _, _):
            answer(request, .timeline(timeline), at: now)
        case .called(.failTimeline(_, let request, let message), _, _):
            answer(request, .failure(message), at: now)
        default: break
        }
        for case .tellProvider(_, .reload(let request)) in effects {
            asked[request.request] = (request.widget, now)
        }
    }

    private mutating func answer(_ request: RequestIdentifier, _ outcome: Outcome, at now: MonotonicInstant) {
        guard let question = asked.removeValue(forKey: request) else { return }
        let delay = question.at.duration(to: now)
        answers[question.widget, default: []].append(
            .init(askedAt: question.at, delay: delay, outcome: outcome)
        )
    }

    /// Returns the answer that the widget's provider would give at a moment; `nil` if it never answered.
    ///
    /// That is its last answer before, or else its first, with the dates moved.
    func answer(for widget: WidgetIdentifier, askedAt now: MonotonicInstant) -> Answer? {
        guard let known = answers[widget], let first = known.first else { return nil }
        let answer = known.last { $0.askedAt <= now } ?? first
        guard case .timeline(let timeline) = answer.outcome else { return answer }
        return Answer(
            askedAt: now,
            delay: answer.delay,
            outcome: .timeline(timeline.moved(by: answer.askedAt.duration(to: now)))
        )
    }
}

extension Timeline {
    fileprivate func moved(by span: Duration) -> Timeline {
        let entries = entries.map {
            TimelineEntry(date: $0.date.advanced(by: span), content: $0.content, relevance: $0.relevance)
        }
        let policy =
            if case .after(let date) = policy { ReloadPolicy.after(date.advanced(by: span)) } else { policy }
        return (try? Timeline(entries: entries, policy: policy)) ?? self
    }
}
