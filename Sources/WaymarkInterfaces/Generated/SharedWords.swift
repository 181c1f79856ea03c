// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
import LocationModel
import Varlink

extension AbsenceReason: JSONWord {}
extension AccuracyAuthorization: JSONWord {}
extension AnchorCondition: JSONWord {}
extension AnchorDoubt: JSONWord {}
extension AuthorizationChoice: JSONWord {}
extension AuthorizationStatus: JSONWord {}
extension Availability: JSONWord {}
extension AvailabilityObstacle: JSONWord {}
extension BeaconProximity: JSONWord {}
extension CompassCondition: JSONWord {}
extension Ground: JSONWord {}
extension LaunchFault: JSONWord {}
extension LocationFeature: JSONWord {}
extension LiveDiagnostic: JSONWord {}
extension LocationActivity: JSONWord {}
extension LocationSource: JSONWord {}
extension ManifestOutcome: JSONWord {}
extension MonitorEventKind: JSONWord {}
extension MonitoredService: JSONWord {}
extension MonitoringDiagnostic: JSONWord {}
extension PromptChoice: JSONWord {}
extension PromptEnd: JSONWord {}
extension Quota: JSONWord {}
extension ReceiverCondition: JSONWord {}
extension RegionState: JSONWord {}
extension ReloadReason: JSONWord {}
extension RequestEnd: JSONWord {}
extension RequestOutcome: JSONWord {}
extension SessionRequirement: JSONWord {}
extension ShareObstacle: JSONWord {}
extension SnapshotAbsence: JSONWord {}
extension TicketCondition: JSONWord {}
extension Trust: JSONWord {}
extension WidgetAbsence: JSONWord {}
extension WidgetCondition: JSONWord {}
extension WidgetFamily: JSONWord {}
extension WidgetGrant: JSONWord {}
