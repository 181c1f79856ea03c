import LocationModel

/// What rare sentences say about the epochs among which they stand.
///
/// Kept apart from the draft, because nearly all receivers send none of them: nothing here is looked at but where
/// an epoch begins and ends.
struct EpochSurroundings: Hashable, Sendable {
    /// What the receiver says its positions are in, since it last said so.
    private(set) var datum: DTM?

    /// A datum that was named while an epoch was open whose positions may be of the one before.
    private var nextDatum: DTM?

    /// An estimate without a time that came before its epoch.
    private var accuracy: StatedAccuracy?

    /// The time of the newest TAG block.
    private var tagTime: UTCInstant?

    /// Whether that block has come since the last epoch was begun.
    private var isTagNew = false

    /// When the first sentence of the open epoch was received, if a TAG block told.
    private(set) var arrival: UTCInstant?

    /// Takes note of the datum of the positions to come.
    mutating func take(_ dtm: DTM, whileOpen isOpen: Bool) {
        // The first one found was in force before it was found.
        if isOpen && datum != nil { nextDatum = dtm } else { datum = dtm }
    }

    /// Takes an estimate for the epoch to come, of which the last counts.
    mutating func take(_ accuracy: StatedAccuracy) { self.accuracy = accuracy }

    /// Takes the time of a TAG block.
    mutating func take(tagTime: UTCInstant) {
        self.tagTime = tagTime
        isTagNew = true
    }

    /// Takes note that an epoch begins.
    @inline(__always)
    mutating func begin(_ draft: inout EpochDraft) {
        if let accuracy {
            draft.take(accuracy)
            self.accuracy = nil
        }
        arrival = nil
        if isTagNew {
            arrival = tagTime
            isTagNew = false
        }
    }

    /// Takes note that the epoch has ended.
    @inline(__always)
    mutating func end() {
        guard let nextDatum else { return }
        datum = nextDatum
        self.nextDatum = nil
    }
}
