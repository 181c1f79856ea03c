/// What the services stand on: who is there, who may know, and where the machine is.
///
/// Each part asks only those before it.
struct Machine: Hashable, Codable, Sendable {
    var presence = Presence()
    var people: People
    var positioning: Positioning
    var power: Power
}
