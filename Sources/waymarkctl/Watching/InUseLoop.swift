import CommandLineTool
import Glibc
import LinuxSystem
import ServiceClient
import UserInput
import WaymarkInterfaces

/// A loop that prints which apps learn the location, for a bar or a person, through restarts of the service.
struct InUseLoop {
    let output: BarOutput
    let service: Service

    /// Runs until the process receives a signal or the reader of its output is gone.
    func run() throws {
        let waiter = try output.begin()
        defer { output.end() }
        // Root is shown the apps of everybody.
        let user = geteuid() == 0 ? nil : Int(geteuid())
        let feed = LocationUseFeed(of: user, from: service.path, waiter.poller)
        let isForPeople = output.format == .human
        if isForPeople { try feed.connect() } else { feed.open() }
        var told: [LocationUse.Learner]?
        repeat {
            output.readSignals(waiter)
            do throws(ClientError) { _ = try feed.next() } catch {
                guard error.isUnreachable else { throw error }
                if isForPeople { error.complain() }
            }
            let learners = feed.use.learners
            try isForPeople ? tell(learners, after: told) : show(learners)
            told = learners
        } while try waiter.wait(until: feed.deadline)
    }

    private func tell(_ learners: [LocationUse.Learner], after told: [LocationUse.Learner]?) throws {
        for learner in learners where told?.contains(learner) != true {
            try output.screen.line(learner.words(output.screen.spoken))
        }
        if learners.isEmpty, told?.isEmpty != true { try output.screen.line("no app learns the location") }
    }

    private func show(_ learners: [LocationUse.Learner]) throws {
        guard !learners.isEmpty else {
            return try output.show(output.format == .json ? [BarWidget(status: "none", content: "")] : [])
        }
        let sign = BarWidget(
            status: learners.contains(where: \.isExact) ? "exact" : "area",
            content: "location: " + learners.map(\.name).joined(separator: ", "),
            advice: learners.map { $0.words(output.screen.spoken) }.joined(separator: "\n"),
            kind: "in-use",
            widget: "in-use"
        )
        try output.show([sign])
    }
}
