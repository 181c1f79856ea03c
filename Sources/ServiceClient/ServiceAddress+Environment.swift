import LinuxSystem
package import WaymarkInterfaces

extension ServiceAddress {
    /// Returns the path of the service's socket.
    ///
    /// - Parameter given: The path that the caller was given; `nil` for none.
    /// - Returns: That path; without it, the value of the environment variable `WAYMARK_SOCKET`; without that, the socket
    ///   of the installed service.
    package static func path(_ given: String?) -> String {
        given ?? Environment.value(of: environmentVariable) ?? defaultPath
    }
}
