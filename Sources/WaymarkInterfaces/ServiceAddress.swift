/// Where the service listens.
package enum ServiceAddress {
    /// The socket of the installed service.
    package static let defaultPath = "/run/waymark/waymark.sock"

    /// The environment variable that names another socket.
    package static let environmentVariable = "WAYMARK_SOCKET"
}
