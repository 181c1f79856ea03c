import SystemdService
import WaymarkInterfaces

let log = Log(identifier: "waymark-modem")
runProgram(Options.description, version: Version.current, log) { line in
    try ModemFeed(Options(line), log).run()
}
