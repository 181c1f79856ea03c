import LinuxSystem
package import WaymarkInterfaces

extension ServiceAddress {
    /// Returns the path of the service's socket: the one that the caller was given, or else that of `WAYMARK_SOCKET`,
    /// or else that of the installed service.
    package static func path(_ given: String?) -> String {
        given ?? Environment.value(of: environmentVariable) ?? defaultPath
    }
}
