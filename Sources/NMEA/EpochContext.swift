import LocationModel

/// The content of rare sentences that concerns the epochs around them.
///
/// It is separate from the draft because nearly all receivers send no such sentence: only the start and the end of an
/// epoch access it.
struct EpochContext: Hashable, Sendable {
    /// The datum of the receiver's positions, as last reported.
    private(set) var datum: DTM?

    /// A datum reported while an epoch was open whose positions may still be of the previous datum.
    private var nextDatum: DTM?

    /// An error estimate without a time that arrived before its epoch.
    private var accuracy: StatedAccuracy?

    /// The time of the newest TAG block.
    private var tagTime: UTCInstant?

    /// Whether that TAG block arrived after the last epoch began.
    private var isTagNew = false

    /// When the first sentence of the open epoch was received, according to a TAG block.
    private(set) var arrival: UTCInstant?

    /// Records the datum of the following positions.
    mutating func record(_ dtm: DTM, isEpochOpen: Bool) {
        // The first DTM in a stream also describes the positions before it.
        if isEpochOpen && datum != nil { nextDatum = dtm } else { datum = dtm }
    }

    /// Records an error estimate for the next epoch; the last one counts.
    mutating func record(_ accuracy: StatedAccuracy) { self.accuracy = accuracy }

    mutating func record(tagTime: UTCInstant) {
        self.tagTime = tagTime
        isTagNew = true
    }

    /// Begins an epoch and merges the waiting estimate into its draft.
    mutating func beginEpoch(_ draft: inout EpochDraft) {
        if let accuracy {
            draft.merge(accuracy)
            self.accuracy = nil
        }
        arrival = nil
        if isTagNew {
            arrival = tagTime
            isTagNew = false
        }
    }

    /// Ends the epoch, after which a newly reported datum takes effect.
    mutating func endEpoch() {
        guard let nextDatum else { return }
        datum = nextDatum
        self.nextDatum = nil
    }
}
