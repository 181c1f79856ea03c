import CommandLineTool
import LinuxSystem
import LocationModel
import Regions
import ServiceClient
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

extension Command {
    static let visits = Command(
        name: "visits",
        summary: "print where this machine stayed today, once you have that kept",
        operands: "",
        options: [
            .init("keep", "keep visits from now on, as long as this runs"),
            .init("forget", "forget all that is kept, and keep nothing any more"),
            .init("since", value: .text("TIME"), "only visits that lasted until then; without it, today"),
            .init("until", value: .text("TIME"), "only visits that began before this time"),
        ],
        details: """
            Nothing is kept until you ask for it: 'waymarkctl visits --keep', or for every login 'systemctl --user
            enable --now waymark-visits.service'. The first time, you are asked whether \(OwnApp.visits.identifier) may
            know the location. The last \(KeptVisits.limit) visits are kept, each for \(KeptVisits.daysKept) days, in a
            file that only you may read: waymark/visits in XDG_STATE_HOME (~/.local/state).

            Each visit is printed with its times, its place and its error, and the names of the regions of
            'waymarkctl on' that it is in. With --format json, each line is one visit as io.waymark.Monitor
            describes it.

            TIME is \(LocalTime.forms),
            in local time, or a date as in RFC 3339.

            --forget ends 'visits --keep' too. If the unit keeps them, disable it first, or it may begin again:
            'systemctl --user disable --now waymark-visits'.
            """
    ) { (invocation) throws(Failure) in
        let line = invocation.line
        guard !line.has("keep") || !line.has("forget") else {
            throw .usage("--keep and --forget exclude each other")
        }
        guard !line.has("keep") && !line.has("forget") || !line.has("since") && !line.has("until") else {
            throw .usage("--since and --until say which visits to print")
        }
        if line.has("keep") { return try VisitKeeper(invocation.service).run() }
        if line.has("forget") { return try VisitKeeper.forget(invocation) }
        try show(invocation)
    }

    private static func show(_ invocation: Invocation) throws(Failure) {
        let time = LocalTime()
        let start = try time.instant(invocation.line.value(of: "since") ?? "today", of: "since")
        let end = try invocation.line.value(of: "until").map { (text) throws(Failure) in
            try time.instant(text, of: "until")
        }
        guard let kept = try VisitFile().read() else {
            return Output.complain(
                "waymarkctl: nothing is kept yet; 'waymarkctl visits --keep' does so from then on"
            )
        }
        let visits = kept.visits(from: start, until: end ?? time.now)
        if invocation.isForMachines {
            for visit in visits { try invocation.output.line(visit.json) }
            return
        }
        if visits.isEmpty { return try invocation.output.line("no visits in this time") }
        // Visits are there without the service too; their names are not.
        let regions = try? invocation.service.callForAllPages(
            MonitorInterface.ListRegions(app: OwnApp.on.identifier)
        ).value.regions
        let names = (regions ?? []).compactMap { region in
            region.shape.map { ($0, region.identifier.harmless) }
        }
        let output = invocation.output
        func spoken(_ instant: UTCInstant?) -> String {
            instant.map { output.spoken(date: $0.description, places: 0) } ?? "?"
        }
        try output.table(
            visits.map { visit in
                let isLast = visit == kept.visits.last
                let place = visit.coordinate
                let found = Set(names.filter { $0.0.edgeMeters(from: SurfacePoint(place)) <= 0 }.map(\.1))
                return [
                    "\(spoken(visit.arrivalInstant)) to "
                        + (visit.departureInstant == nil && isLast ? "now" : spoken(visit.departureInstant)),
                    degrees(place.latitudeDegrees, place.longitudeDegrees),
                    "\(Int(clamping: visit.horizontalAccuracyMeters.rounded(.up))) m",
                    found.sorted().joined(separator: ", "),
                ]
            }
        )
    }
}
