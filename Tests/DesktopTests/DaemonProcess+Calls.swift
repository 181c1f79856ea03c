import TestSupport
import Waymark
import WaymarkInterfaces

extension DaemonProcess: ServiceCaller {
    @discardableResult
    func call<Parameters: MethodParameters>(_ parameters: Parameters) throws -> Parameters.Reply {
        try ServiceConnection(to: socketPath).call(parameters).value
    }
}
