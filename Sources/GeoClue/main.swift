import Glibc
import LinuxSystem
import MessageBus
import SystemdService
import UserInput
import WaymarkInterfaces

let log = Log(identifier: "waymark-geoclue")
do {
    let line = try Options.description.parse(Array(CommandLine.arguments.dropFirst()))
    if let text = Options.description.information(for: line, version: Version.current) {
        print(text)
    } else {
        try line.limitOperands(to: 0)
        try Signals.ignoreBrokenPipes()
        try Bridge(Options(line), log).run()
    }
} catch let error as OptionError {
    log.error("\(error); --help says more")
    exit(2)
} catch let error as MessageBus.NameTaken {
    log.error("\(error); docs/geoclue.md says how to switch over")
    exit(1)
} catch {
    log.error("\(error)")
    exit(1)
}
