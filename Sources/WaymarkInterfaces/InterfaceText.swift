/// One Varlink interface: its name and the text that describes it on the wire.
package struct InterfaceText: Hashable, Sendable {
    /// The reverse-domain name.
    package let name: String

    /// The definition, documented, in the Varlink interface definition language.
    package let text: String

    private init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Every interface of the service, by name.
    package static let all = [host, inspect, location, settings, widgets]

    /// For hosts.
    package static let host = Self(HostInterface.name, PackageResources.io_waymark_Host_varlink)

    /// For those who want to know why.
    package static let inspect = Self(InspectInterface.name, PackageResources.io_waymark_Inspect_varlink)

    /// For apps.
    package static let location = Self(LocationInterface.name, PackageResources.io_waymark_Location_varlink)

    /// For the person who decides.
    package static let settings = Self(SettingsInterface.name, PackageResources.io_waymark_Settings_varlink)

    /// For providers.
    package static let widgets = Self(WidgetsInterface.name, PackageResources.io_waymark_Widgets_varlink)
}
