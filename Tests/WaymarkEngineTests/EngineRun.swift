import LocationModel
import TestSupport
import WaymarkEngine

/// A reproducible sequence of events that depends on what the engine does.
protocol EngineRun: DrawsAtRandom {
    mutating func next(for engine: Engine) -> EngineStep

    /// Takes note of what the engine did, so that later events can refer to it.
    mutating func note(_ effects: [Effect])
}

struct EngineStep {
    var moment: Moment
    var event: Event
}
