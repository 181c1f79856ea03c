package protocol PagedCall: MethodParameters where Reply: Page {
    var after: String? { get set }
}

package protocol Page {
    associatedtype Element

    /// The member that has the elements.
    static var list: WritableKeyPath<Self, [Element]> { get }

    /// The place of the next page; `nil` in the last.
    var next: String? { get set }
}

extension Page {
    package var elements: [Element] {
        get { self[keyPath: Self.list] }
        set { self[keyPath: Self.list] = newValue }
    }
}

extension HostInterface.ListKinds: PagedCall {}
extension HostInterface.ListKinds.Reply: Page {
    package static var list: WritableKeyPath<Self, [HostInterface.Kind]> { \.kinds }
}

extension InspectInterface.ListWidgets: PagedCall {}
extension InspectInterface.ListWidgets.Reply: Page {
    package static var list: WritableKeyPath<Self, [InspectInterface.Widget]> { \.widgets }
}

extension InspectInterface.ListBudgets: PagedCall {}
extension InspectInterface.ListBudgets.Reply: Page {
    package static var list: WritableKeyPath<Self, [InspectInterface.Budget]> { \.budgets }
}

extension SettingsInterface.ListApps: PagedCall {}
extension SettingsInterface.ListApps.Reply: Page {
    package static var list: WritableKeyPath<Self, [SettingsInterface.App]> { \.apps }
}

extension SettingsInterface.ListManifests: PagedCall {}
extension SettingsInterface.ListManifests.Reply: Page {
    package static var list: WritableKeyPath<Self, [SettingsInterface.RegisteredManifest]> { \.manifests }
}

extension SettingsInterface.ListAccesses: PagedCall {}
extension SettingsInterface.ListAccesses.Reply: Page {
    package static var list: WritableKeyPath<Self, [SettingsInterface.Access]> { \.accesses }
}

extension MonitorInterface.ListRegions: PagedCall {}
extension MonitorInterface.ListRegions.Reply: Page {
    package static var list: WritableKeyPath<Self, [MonitorInterface.Region]> { \.regions }
}
