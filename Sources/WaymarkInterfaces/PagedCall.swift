package protocol PagedCall: MethodParameters where Reply: Page {
    var after: String? { get set }
}

package protocol Page {
    associatedtype Element

    var elements: [Element] { get set }

    /// The place of the next page; `nil` in the last.
    var next: String? { get set }
}

extension HostInterface.ListKinds: PagedCall {}
extension HostInterface.ListKinds.Reply: Page {
    package var elements: [HostInterface.Kind] {
        get { kinds }
        set { kinds = newValue }
    }
}

extension InspectInterface.ListWidgets: PagedCall {}
extension InspectInterface.ListWidgets.Reply: Page {
    package var elements: [InspectInterface.Widget] {
        get { widgets }
        set { widgets = newValue }
    }
}

extension InspectInterface.ListBudgets: PagedCall {}
extension InspectInterface.ListBudgets.Reply: Page {
    package var elements: [InspectInterface.Budget] {
        get { budgets }
        set { budgets = newValue }
    }
}

extension SettingsInterface.ListApps: PagedCall {}
extension SettingsInterface.ListApps.Reply: Page {
    package var elements: [SettingsInterface.App] {
        get { apps }
        set { apps = newValue }
    }
}

extension SettingsInterface.ListManifests: PagedCall {}
extension SettingsInterface.ListManifests.Reply: Page {
    package var elements: [SettingsInterface.RegisteredManifest] {
        get { manifests }
        set { manifests = newValue }
    }
}

extension SettingsInterface.ListAccesses: PagedCall {}
extension SettingsInterface.ListAccesses.Reply: Page {
    package var elements: [SettingsInterface.Access] {
        get { accesses }
        set { accesses = newValue }
    }
}

extension MonitorInterface.ListRegions: PagedCall {}
extension MonitorInterface.ListRegions.Reply: Page {
    package var elements: [MonitorInterface.Region] {
        get { regions }
        set { regions = newValue }
    }
}
