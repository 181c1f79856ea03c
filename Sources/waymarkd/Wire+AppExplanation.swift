import LocationModel
import WaymarkEngine
import WaymarkInterfaces

// The explanation of an app, as types of io.waymark.Inspect.

extension InspectInterface.ExplainApp.Reply {
    init(_ explanation: AppExplanation, of app: AppSummary, decisions: [InspectInterface.Decision]) {
        self.init(
            app: app.app.app.rawValue,
            user: Int(app.app.user.rawValue),
            inUse: app.isInUse,
            diagnostics: explanation.diagnostics.isEmpty ? nil : explanation.diagnostics,
            summary: explanation.summary,
            missingCapabilities: explanation.missing.map(\.text),
            services: explanation.monitoring.services,
            regions: explanation.monitoring.regionCount,
            monitoringDiagnostics: explanation.isMonitoring ? explanation.monitoring.diagnostics : [],
            monitoringSummary: explanation.monitoringSummary,
            waiting: explanation.waiting.map { .init($0) },
            decisions: decisions
        )
    }
}

extension InspectInterface.WaitingEvent {
    fileprivate init(_ event: WaitingEvent) {
        let wait: WaitsFor =
            switch event.wait {
            case .confirmation: .confirmation
            case .stream: .stream
            case .permission: .permission
            case .acknowledgement: .acknowledgement
            }
        self.init(
            event: event.identifier.description,
            kind: event.kind,
            ageSeconds: event.age.inSeconds,
            monitor: event.region?.monitor.rawValue,
            region: event.region?.identifier.rawValue,
            waitsFor: wait,
            text: event.text
        )
    }
}
