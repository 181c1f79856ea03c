import Glibc
import SystemdService
import UserInput
import WaymarkInterfaces

let log = Log(identifier: "waymark-board")
runProgram(Options.description, version: Version.current, log) { line in
    let options = try Options(line)
    guard line.has("print-url") else { return try Board(options, log).run() }
    guard let token = BoardToken.saved else {
        log.error("there is no token yet: start waymark-board in this session first")
        exit(1)
    }
    print(options.address.url(token: token))
}
