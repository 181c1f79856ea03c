import SystemdService
import WaymarkInterfaces

let log = Log(identifier: "waymark-session")
runProgram(Options.description, version: Version.current, log) { line in
    try Session(Options(line), log).run()
}
