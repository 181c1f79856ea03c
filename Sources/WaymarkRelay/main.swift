import Glibc
import SystemdService
import UserInput
import WaymarkInterfaces

let log = Log()
runProgram(Paths.description, version: Version.current, log) { line in
    do {
        let paths = Paths(line)
        let configuration = try RelayConfiguration.load(paths.configuration)
        let isCheck = line.has("check")
        if isCheck { for text in configuration.summary { print(text) } }
        try paths.checkFiles(configuration)
        if !isCheck { try RelayService(configuration, paths, log).run() }
    } catch  where error is INIError || error is OwnersProblem {
        log.error("\(error)")
        exit(78)
    }
}
