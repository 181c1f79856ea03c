import Glibc
import LinuxSystem
import StateStore
import SystemdService
import UserInput
import WaymarkInterfaces

/// The exit statuses listed by `--help`.
private enum ExitStatus {
    static let endedAsAsked: CInt = 0
    static let failed: CInt = 1
    static let wrongUsage: CInt = 2
    static let wrongConfiguration: CInt = 78
}

package func runService(_ arguments: [String]) -> CInt {
    var log = Log()
    let options: Options
    do {
        if let text = Options.description.answer(toTool: arguments) {
            print(text)
            return ExitStatus.endedAsAsked
        }
        let line = try Options.description.parse(arguments)
        if let text = Options.description.information(for: line, version: Version.current) {
            print(text)
            return ExitStatus.endedAsAsked
        }
        try Options.description.check(line.operands)
        options = Options(line)
    } catch {
        log.error("\(error); see waymarkd --help")
        // A wrong value counts as a wrong setting, as in the configuration.
        return error.isBadValue ? ExitStatus.wrongConfiguration : ExitStatus.wrongUsage
    }
    let effective: EffectiveConfiguration
    do {
        let first = try EffectiveConfiguration(options)
        // Root can read what the service cannot.
        let user = options.isCheck ? first.serviceUser(options) : nil
        effective = if let user { try EffectiveConfiguration(options, as: user) } else { first }
    } catch {
        log.error(error.description)
        return ExitStatus.wrongConfiguration
    }
    if options.isCheck { return check(effective, log) }
    log.threshold = effective.configuration.logLevel
    do {
        try Signals.ignoreBrokenPipes()
        let kernel = try LinuxKernel(signals: [SIGTERM, SIGINT, SIGHUP])
        let daemon = try Daemon(options, effective, on: kernel, log: log)
        try daemon.listen(passed: PassedDescriptor.claimAll())
        try daemon.run()
        return ExitStatus.endedAsAsked
    } catch {
        log.error("\(effective.place(of: error))\(error)")
        return needsTheOwner(error) ? ExitStatus.wrongConfiguration : ExitStatus.failed
    }
}

private func check(_ effective: EffectiveConfiguration, _ log: Log) -> CInt {
    let (obstacles, remarks) = (effective.obstacles, effective.remarks)
    for problem in obstacles + remarks { log.error(problem) }
    guard obstacles.isEmpty else { return ExitStatus.wrongConfiguration }
    return remarks.isEmpty ? ExitStatus.endedAsAsked : ExitStatus.failed
}

/// Returns whether a restart cannot help until somebody changes something.
private func needsTheOwner(_ error: any Error) -> Bool {
    switch error {
    case let error as StateStoreError:
        switch error {
        case .refused, .key: true
        case .directory(_, let error): error.code == ENOTDIR
        case .system, .inUse, .full, .database: false
        }
    default: error is OwnersProblem
    }
}
