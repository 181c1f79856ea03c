import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import Waymark
import WaymarkInterfaces

/// Prints which apps learn the location, for a bar or a person, through restarts of the service.
final class InUseLoop {
    private let plan: WatchPlan
    private let service: Service
    private let screen: Output
    private var use = LocationUse()
    private var hasTold = false

    init(_ plan: WatchPlan, on service: Service, _ screen: Output) {
        (self.plan, self.service, self.screen) = (plan, service, screen)
    }

    /// Runs until the process receives a signal or the reader of its output is gone.
    func run() throws(Failure) {
        let patience = try plan.output.begin()
        defer { plan.output.end() }
        // Root is shown the apps of everybody.
        let user = geteuid() == 0 ? nil : Int(geteuid())
        let feed = LocationUseFeed(of: user, from: service.path, patience.poller)
        if plan.format == .human {
            do throws(ClientError) { try feed.connect() } catch { throw Failure(error) }
        } else {
            feed.open()
        }
        repeat {
            plan.output.readSignals(patience)
            while let step = feed.next() {
                if case .failed(let error) = step {
                    let failure = Failure(error)
                    guard failure.isUnreachable else { throw failure }
                    if plan.format == .human { failure.complain() }
                }
                guard try patience.lasts() else { return }
            }
            try show(feed.use)
        } while try patience.wait(until: feed.deadline)
    }

    private func show(_ next: LocationUse) throws(Failure) {
        let time = { (instant: UTCInstant) in self.screen.spoken(date: instant.description, places: 0) }
        if plan.format == .human {
            for learner in next.learners where !use.learners.contains(learner) {
                try screen.line(learner.words(time))
            }
            let isNobody = next.learners.isEmpty && (!hasTold || !use.learners.isEmpty)
            if isNobody { try screen.line("no app learns the location") }
            (use, hasTold) = (next, true)
            return
        }
        var shown = next.learners.isEmpty ? [] : [BarWidget(next, time)]
        if shown.isEmpty, plan.format == .json { shown = [BarWidget(status: "none", text: "")] }
        try plan.output.show(plan.format.line(for: shown, nil, plan.template))
    }
}

extension BarWidget {
    /// The sign that apps learn the location, of which there is one at least.
    init(_ use: LocationUse, _ time: (UTCInstant) -> String) {
        self.init(
            status: use.learners.contains(where: \.isExact) ? "exact" : "area",
            advice: use.learners.map { $0.words(time) }.joined(separator: "\n"),
            app: "",
            kind: "in-use",
            widget: "in-use",
            text: "location: " + use.learners.map(\.name).joined(separator: ", ")
        )
    }
}
