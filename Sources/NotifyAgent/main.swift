import Glibc
import LinuxSystem
import SystemdService
import WaymarkInterfaces

let log = Log(identifier: "waymark-notify-agent")
do {
    switch try Options.read(Array(CommandLine.arguments.dropFirst())) {
    case .help: print(Options.help)
    case .version: print("waymark-notify-agent \(Version.current)")
    case .run(let options):
        try Signals.ignoreBrokenPipes()
        try NotifyAgent(options, log).run()
    }
} catch let error as UsageError {
    log.error("\(error); --help says more")
    exit(2)
} catch {
    log.error("\(error)")
    exit(1)
}
