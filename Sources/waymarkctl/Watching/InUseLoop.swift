import CommandLineTool
import Glibc
import LinuxSystem
import UserInput
import Waymark

/// Prints which apps learn the location, for a bar or a person, through restarts of the service.
struct InUseLoop {
    let output: BarOutput
    let service: Service

    /// Runs until the process receives a signal or the reader of its output is gone.
    func run() throws {
        let patience = try output.begin()
        defer { output.end() }
        // Root is shown the apps of everybody.
        let user = geteuid() == 0 ? nil : Int(geteuid())
        let feed = LocationUseFeed(of: user, from: service.path, patience.poller)
        if output.format == .human {
            try feed.connect()
        } else {
            feed.open()
        }
        var told: LocationUse?
        repeat {
            output.readSignals(patience)
            do throws(ClientError) { _ = try feed.next() } catch {
                guard error.isUnreachable else { throw error }
                if output.format == .human { error.complain() }
            }
            if output.format == .human { try tell(feed.use, after: told) } else { try show(feed.use) }
            told = feed.use
        } while try patience.wait(until: feed.deadline)
    }

    private func time(_ instant: UTCInstant) -> String {
        output.screen.spoken(date: instant.description, places: 0)
    }

    private func tell(_ use: LocationUse, after told: LocationUse?) throws {
        for learner in use.learners where told?.learners.contains(learner) != true {
            try output.screen.line(learner.words(time))
        }
        if use.learners.isEmpty, told?.learners.isEmpty != true {
            try output.screen.line("no app learns the location")
        }
    }

    private func show(_ use: LocationUse) throws {
        var shown = use.learners.isEmpty ? [] : [BarWidget(use, time)]
        if shown.isEmpty, output.format == .json { shown = [BarWidget(status: "none", text: "")] }
        try output.show(shown)
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
