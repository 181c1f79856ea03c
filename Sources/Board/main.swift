import Glibc
import LinuxSystem
import SystemdService
import UserInput
import WaymarkInterfaces

let log = Log(identifier: "waymark-board")
do {
    let line = try Options.description.parse(Array(CommandLine.arguments.dropFirst()))
    if let text = Options.description.information(for: line, version: Version.current) {
        print(text)
    } else {
        try line.limitOperands(to: 0)
        let options = try Options(line)
        if line.has("print-url") {
            guard let token = BoardToken.saved else {
                log.error("there is no token yet: start waymark-board in this session first")
                exit(1)
            }
            print(options.address.url(token: token))
        } else {
            try Signals.ignoreBrokenPipes()
            try Board(options, log).run()
        }
    }
} catch let error as OptionError {
    log.error("\(error); --help says more")
    exit(2)
} catch {
    log.error("\(error)")
    exit(1)
}
