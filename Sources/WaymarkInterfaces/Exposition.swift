import UserInput

/// A text form of figures that monitoring systems read.
package enum ExpositionForm: Sendable {
    /// The form of Prometheus, version 0.0.4, which node_exporter reads from files.
    ///
    /// Reference: https://prometheus.io/docs/instrumenting/exposition_formats/
    case prometheus

    /// OpenMetrics 1.0.
    ///
    /// It names a counter without the ending `_total` of its samples, and marks the end, so that a text that was cut off
    /// is noticed. Reference: https://prometheus.io/docs/specs/om/open_metrics_spec/
    case openMetrics

    package var mediaType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }

    private static let counterEnding = "_total"

    fileprivate func family(of metric: InspectInterface.Metric) -> Substring {
        let isShortened =
            self == .openMetrics && metric.kind == .counter && metric.name.hasSuffix(Self.counterEnding)
        return metric.name.dropLast(isShortened ? Self.counterEnding.count : 0)
    }
}

extension InspectInterface.GetMetrics.Reply {
    /// Returns the figures in a text form, without the end of the last line.
    package func exposition(_ form: ExpositionForm) -> String {
        var lines: [String] = []
        for metric in metrics {
            let family = form.family(of: metric)
            let help = form == .openMetrics ? quotable(metric.help) : escaped(metric.help)
            lines += ["# HELP \(family) \(help)", "# TYPE \(family) \(metric.kind.rawValue)"]
            lines += metric.samples.map { "\(metric.name)\(labels(of: $0)) \($0.value)" }
        }
        if form == .openMetrics { lines.append("# EOF") }
        return lines.joined(separator: "\n")
    }

    private func labels(of sample: InspectInterface.Sample) -> String {
        guard !sample.labels.isEmpty else { return "" }
        let pairs = sample.labels.map { "\($0.name)=\"\(quotable($0.value))\"" }
        return "{\(pairs.joined(separator: ","))}"
    }

    private func escaped(_ text: String) -> String { text.harmless.backslashed(["\\"]) }

    private func quotable(_ text: String) -> String { text.harmless.backslashed(["\\", "\""]) }
}
