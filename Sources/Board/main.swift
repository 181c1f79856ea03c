import Glibc
import SystemdService
import UserInput
import WaymarkInterfaces

let description = CommandDescription(
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

let log = Log()
runProgram(description, version: Version.current, log) { line in
    if line.has("open") {
        print(try BoardSession.running.makeFileURL())
    } else if line.has("permissions") {
        print(try BoardSession.running.makeFileURL(to: "/location"))
    } else if line.has("print-url") {
        guard isatty(STDOUT_FILENO) == 1 else {
            throw BoardError(
                "--print-url writes a secret, for another device, to a terminal only, because all users can read command "
                    + "lines; for a browser of this machine use --open"
            )
        }
        print(try BoardSession.running.makeURL())
    } else {
        try Board(line, log).run()
    }
}
