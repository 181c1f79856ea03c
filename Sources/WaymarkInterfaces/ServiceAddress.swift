package import UserInput

/// Where the service listens.
package enum ServiceAddress {
    /// The socket of the installed service.
    package static let defaultPath = "/run/waymark/waymark.sock"

    /// The environment variable that names another socket.
    package static let environmentVariable = "WAYMARK_SOCKET"

    /// The option of programs by which somebody names another socket.
    package static let option = CommandOption(
        "socket",
        letter: "s",
        value: .path("PATH"),
        "the service's socket, instead of that of \(environmentVariable)"
    )
}
