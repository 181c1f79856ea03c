import LinuxSystem
import UserInput
import Waymark
import WaymarkInterfaces

struct Options {
    let socket: String
    let address: ListenAddress
    let hasMetrics: Bool

    /// The file of the map's images, if the owner has one.
    let tiles: String?

    init(_ line: ParsedCommandLine) throws(OptionError) {
        socket = WaymarkService(socketPath: line.value(of: "socket")).socketPath
        hasMetrics = line.has("metrics")
        tiles = line.value(of: "tiles")
        guard let text = line.value(of: "listen") else {
            address = ListenAddress(host: "localhost", port: nil)
            return
        }
        guard let address = ListenAddress(text) else {
            throw OptionError(
                "--listen \(text): give the name or address by which browsers reach this machine, and a port, "
                    + "such as 192.168.1.5:8137 or [::1]:8137"
            )
        }
        self.address = address
    }

    static let description = CommandDescription(
        name: "waymark-board",
        summary: "shows widgets in a browser",
        options: [
            ServiceAddress.option,
            .init(
                "listen",
                letter: "l",
                value: .text("HOST:PORT"),
                "where to serve the page, instead of a port of this machine that is the user's own"
            ),
            .init(
                "tiles",
                value: .path("FILE"),
                "draw the trace on the images of this MBTiles file, where it has some"
            ),
            .init("metrics", "serve figures about the service at /metrics, to whoever has the token"),
            .init("open", "make a file that opens the board in a browser, print its address, and exit"),
            .init(
                "permissions",
                "the same for the page that shows and changes which apps may know the location"
            ),
            .init("print-url", "print an address that opens the board on another device once, and exit"),
        ],
        details: """
            A browser opens the file of --open, as in: xdg-open "$(waymark-board --open)". Only you can read it, and it
            works once. The browser keeps the token that it gets by it.

            With another HOST than localhost, other machines can reach the page, and whoever can read their traffic can
            use it: there is no encryption. --print-url prints an address for them.

            Exit status: 0 ended as asked; 1 the page cannot be served; 2 wrong usage.
            """
    )
}
