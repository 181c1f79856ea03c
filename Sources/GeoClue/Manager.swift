import MessageBus

final class Manager: BusObject {
    private unowned let bridge: Bridge

    init(_ bridge: Bridge) { self.bridge = bridge }

    func handle(_ call: BusCall) {
        do throws(BusError) {
            switch call.message.member {
            case "GetClient": call.reply(.path(try bridge.ownClient(of: call.message.sender).path))
            case "CreateClient": call.reply(.path(try bridge.newClient(of: call.message.sender).path))
            case "DeleteClient":
                try bridge.deleteClient(call.message.arguments.first?.text ?? "", of: call.message.sender)
                call.reply()
            // Waymark has agents of its own, so that of GeoClue is welcome and never asked.
            default: call.reply()
            }
        } catch {
            call.fail(error)
        }
    }

    func value(of property: BusProperty) throws(BusError) -> BusValue {
        property.name == "InUse"
            ? .boolean(bridge.activeClients > 0) : .uint32(AccuracyLevel.exact.rawValue)
    }
}
