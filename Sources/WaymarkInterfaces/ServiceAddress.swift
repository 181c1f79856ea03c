package import UserInput

package enum ServiceAddress {
    package static let defaultPath = "/run/waymark/waymark.sock"
    package static let environmentVariable = "WAYMARK_SOCKET"

    /// The option of programs by which somebody names another socket.
    package static let option = CommandOption(
        "socket",
        letter: "s",
        value: .path("PATH"),
        "the service's socket, instead of that of \(environmentVariable)"
    )
}
