import Glibc
import MessageBus
import SystemdService
import WaymarkInterfaces

let log = Log(identifier: "waymark-geoclue")
runProgram(Options.description, version: Version.current, log) { line in
    do {
        try Bridge(Options(line), log).run()
    } catch let error as MessageBus.NameTaken {
        log.error("\(error); docs/geoclue.md says how to switch over")
        exit(1)
    }
}
