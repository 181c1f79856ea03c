import SystemdService
import WaymarkInterfaces

let log = Log(identifier: "waymark-anchor")
runProgram(Options.description, version: Version.current, log) { line in
    try Watchman(Options(line), log).run()
}
