import FoundationEssentials
import Varlink

/// A kind of widget that a program provides.
public struct ProvidedKind: Sendable {
    let kind: String
    let wantsLocation: Bool
    var displayName: String?
    var summary: String?
    var families: [WidgetFamily] = []

    private let encodedTimeline: @Sendable (TimelineProviderContext) async throws -> EncodedTimeline
    private let encodedSnapshot: @Sendable (TimelineProviderContext) async throws -> RawJSON

    private let plainDeclaration: @Sendable () throws(ClientError) -> KindDeclaration

    package init(kind: String, wantsLocation: Bool, provider: some TimelineProvider) {
        self.kind = kind
        self.wantsLocation = wantsLocation
        encodedTimeline = { context in try await EncodedTimeline(provider.timeline(in: context)) }
        encodedSnapshot = { context in try content(of: try await provider.snapshot(in: context), at: 0) }
        plainDeclaration = { () throws(ClientError) in
            let context = TimelineProviderContext(previewOf: kind, deadline: .now)
            return try KindDeclaration(
                kind: kind,
                wantsLocation: wantsLocation,
                placeholder: provider.placeholder(in: context)
            )
        }
    }

    func declaration() throws(ClientError) -> KindDeclaration {
        var declaration = try plainDeclaration()
        (declaration.name, declaration.summary) = (displayName, summary)
        declaration.families = families
        return declaration
    }

    func answer(_ request: SnapshotRequest) async {
        let content = try? await encodedSnapshot(request.context)
        // Without an answer in time, the gallery shows the placeholder.
        try? await request.deliver(content: content)
    }

    func answer(
        _ request: TimelineRequest,
        report: @Sendable (ProviderReport) -> Void
    ) async {
        let widget = request.context.widget
        do throws(ClientError) {
            guard let problem = try await deliverTimeline(for: request), !Task.isCancelled else { return }
            let delay = try await request.fail(problem)
            report(.timelineFailed(widget, problem, retryIn: delay))
        } catch {
            guard !Task.isCancelled else { return }
            report(.answerRefused(widget, error))
        }
    }

    /// Makes a timeline and delivers it; returns why there is none to deliver.
    private func deliverTimeline(for request: TimelineRequest) async throws(ClientError) -> String? {
        let timeline: EncodedTimeline
        do {
            timeline = try await encodedTimeline(request.context)
        } catch { return "\(error)" }
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
