import SystemdService
import WaymarkInterfaces

let log = Log(identifier: "waymark-beacons")
runProgram(Options.description, version: Version.current, log) { line in
    try Scanner(Options(line), log).run()
}
