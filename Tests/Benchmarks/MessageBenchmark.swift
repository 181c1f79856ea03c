import LocationModel
import Varlink
import WaymarkInterfaces

/// What it costs the processor to write an event and to read a call.
struct MessageBenchmark {
    let report: Report

    func run(count: Int) throws {
        let event = WidgetsInterface.Serve.Reply(
            sequence: 4711,
            event: .reload,
            reload: .init(
                request: "r815",
                widget: "w42",
                kind: "weather",
                family: .small,
                configuration: RawJSON(checked: "{}"),
                reason: .significantChange,
                deadline: "2026-05-12T06:30:30.250Z",
                isAuthorizedForWidgetUpdates: true,
                location: .init(
                    latitudeDegrees: 47.998512345,
                    longitudeDegrees: 7.829123456,
                    ageSeconds: 0.25,
                    time: "2026-05-12T06:30:00.000Z",
                    horizontalAccuracyMeters: 3.5,
                    horizontalAccuracy95Meters: 8.75,
                    altitudeMeters: 262,
                    verticalAccuracyMeters: 5.5,
                    speedMetersPerSecond: 13.9,
                    courseDegrees: 84.4,
                    source: .receiver
                )
            )
        )
        var bytes = 0
        let writing = Costs(of: count) { bytes += Reply.partial(event).message.count }
        report.figure(
            "a reload event of \(bytes / count) bytes, written",
            writing.processor.median * 1e6,
            "µs"
        )

        let content = #"{"text":"Rain at 14:00","detail":"12 °C, wind 5 m/s","class":"rain","percentage":80}"#
        let message = Call(
            method: WidgetsInterface.DeliverTimeline.method,
            parameters: try JSONObject(
                WidgetsInterface.DeliverTimeline(
                    session: "s7",
                    request: "r815",
                    entries: (10..<34).map {
                        .init(date: "2026-05-12T06:\($0):00Z", content: RawJSON(checked: content))
                    },
                    policy: .atEnd
                ).json
            )
        ).message.dropLast()
        let reading = try Costs(of: count) {
            let call = try Call(parsing: Array(message))
            let parameters = try WidgetsInterface.DeliverTimeline(parameters: call.parameters)
            bytes += parameters.entries.count
        }
        report.figure("a timeline of \(message.count) bytes, read", reading.processor.median * 1e6, "µs")
    }
}
