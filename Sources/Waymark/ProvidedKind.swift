import FoundationEssentials
import Varlink

/// A kind of widget that a program provides.
public struct ProvidedKind: Sendable {
    let kind: String
    let wantsLocation: Bool
    var displayName: String?
    var summary: String?
    var families: [WidgetFamily] = []

    private let provider: any TimelineProvider

    package init(kind: String, wantsLocation: Bool, provider: some TimelineProvider) {
        self.kind = kind
        self.wantsLocation = wantsLocation
        self.provider = provider
    }

    func declaration() throws(ClientError) -> KindDeclaration {
        var declaration = KindDeclaration(kind: kind, wantsLocation: wantsLocation)
        if let entry = provider.placeholder(in: TimelineProviderContext(previewOf: kind, deadline: .now)) {
            declaration.parameters.placeholder = try content(of: entry, at: 0)
        }
        declaration.parameters.name = displayName
        declaration.parameters.description = summary
        declaration.parameters.families = families.isEmpty ? nil : families
        return declaration
    }

    func answer(_ request: SnapshotRequest) async {
        let entry = try? await provider.snapshot(in: request.context)
        // Without an answer in time, the gallery shows the placeholder.
        try? await request.deliver(content: entry.flatMap { try? content(of: $0, at: 0) })
    }

    func answer(
        _ request: TimelineRequest,
        report: @Sendable (ProviderReport) -> Void
    ) async {
        let widget = request.context.widget
        do throws(ClientError) {
            guard let problem = try await deliverTimeline(of: provider, for: request),
                !Task.isCancelled
            else { return }
            let delay = try await request.fail(problem)
            report(.timelineFailed(widget, problem, retryIn: delay))
        } catch {
            guard !Task.isCancelled else { return }
            report(.answerRefused(widget, error))
        }
    }

    /// Makes a timeline and delivers it; returns the reason if there is none to deliver.
    private func deliverTimeline<Provider: TimelineProvider>(
        of provider: Provider,
        for request: TimelineRequest
    ) async throws(ClientError) -> String? {
        let timeline: Timeline<Provider.Entry>
        do { timeline = try await provider.timeline(in: request.context) } catch { return "\(error)" }
        do throws(ClientError) {
            try await request.deliver(timeline)
            return nil
        } catch {
            switch error {
            case .notEncodable: return "\(error)"
            case .tooLong: return "invalid timeline: \(error)"
            default: throw error
            }
        }
    }
}
