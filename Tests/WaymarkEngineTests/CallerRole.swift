import LocationModel
import Testing
import WaymarkEngine

/// Every kind of caller that there is, seen from the owner of the things that it tries to handle.
enum CallerRole: String, CaseIterable, CustomTestStringConvertible {
    case owner

    /// The owner's program in a sandbox around the app that they belong to.
    case boxed

    case boxedElsewhere

    /// The owner's program in a sandbox around nothing that is known.
    case boxedNamelessly
    case neighbour

    /// Another user in the group that shows widgets.
    case member

    /// Another user's program in a sandbox around an app of the same name, in that group.
    case boxedMember
    case root

    /// Root's program in a sandbox around an app.
    case boxedRoot

    var caller: Caller {
        let other = Caller.neighbour.user
        return switch self {
        case .owner: .owner
        case .boxed: boxed(Caller.owner.user, AppKey.weather.app)
        case .boxedElsewhere: boxed(Caller.owner.user, AppKey.tides.app)
        case .boxedNamelessly: boxed(Caller.owner.user, nil)
        case .neighbour: .neighbour
        case .member: Caller(user: other, isKiosk: true)
        case .boxedMember:
            Caller(user: other, isSandboxed: true, sandboxedApps: [AppKey.weather.app], isKiosk: true)
        case .root: .root
        case .boxedRoot: boxed(.root, AppKey.tides.app)
        }
    }

    private func boxed(_ user: UserIdentifier, _ app: AppIdentifier?) -> Caller {
        Caller(user: user, isSandboxed: true, sandboxedApps: app.map { [$0] } ?? [])
    }

    var testDescription: String { rawValue }
}
