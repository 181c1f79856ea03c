import Glibc
import SystemdService
import UserInput
import WaymarkInterfaces

let log = Log(identifier: "waymark-board")
runProgram(Options.description, version: Version.current, log) { line in
    let options = try Options(line)
    if line.has("open") {
        print(try BoardSession.running.makeFileURL())
    } else if line.has("permissions") {
        print(try BoardSession.running.makeFileURL(to: "/location"))
    } else if line.has("print-url") {
        guard isatty(STDOUT_FILENO) == 1 else { throw BoardError.noTerminal }
        print(try BoardSession.running.makeURL())
    } else {
        try Board(options, log).run()
    }
}
