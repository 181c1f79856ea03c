import LocationModel
import NMEA

/// A recording in NMEA 0183 as the receiver sent it.
final class SentenceLog: RecordingFormat {
    private var decoder: NMEADecoder

    init(checksumRule: ChecksumRule) { decoder = NMEADecoder(checksumRule: checksumRule) }

    var counts: [RecordingCount] { decoder.statistics.recordingCounts }

    /// Whether a sentence has been found.
    var hasSentences: Bool { decoder.statistics.sentences > 0 }

    func take(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        decoder.decode(
            bytes,
            headings: { emit(.heading($0)) },
            { emit(.epoch(RecordedEpoch($0, timeOfDay: $1))) }
        )
    }

    func finish(_ emit: (RecordedItem) -> Void) {
        decoder.finish(headings: { emit(.heading($0)) }, { emit(.epoch(RecordedEpoch($0, timeOfDay: $1))) })
    }
}

/// A recording in NMEA 0183 with a time stamp before each line.
///
/// What stands between the stamp and the sentence - a TAG block, the name of a port - is the decoder's to judge.
final class StampedSentenceLog: RecordingFormat {
    private var decoder: NMEADecoder
    private var lines = LineCutter()
    private var arrival: ArrivalStamp?
    private var stampedLines = 0

    init(checksumRule: ChecksumRule) { decoder = NMEADecoder(checksumRule: checksumRule) }

    var counts: [RecordingCount] {
        decoder.statistics.recordingCounts + [
            RecordingCount(stampedLines, "time stamps"), RecordingCount(lines.tooLong, "lines without end"),
        ]
    }

    func take(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        lines.take(bytes) { take(line: $0, emit) }
    }

    func finish(_ emit: (RecordedItem) -> Void) {
        lines.finish { take(line: $0, emit) }
        decoder.finish(headings: { emit(.heading($0)) }, { emit(.epoch(recorded($0, $1, arrival))) })
    }

    private func take(line: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        let stamp = ArrivalStamp.read(line)
        if stamp != nil { stampedLines += 1 }
        // An epoch arrives with its first sentence, and leaves with a sentence of the next.
        if !decoder.hasOpenEpoch { arrival = stamp?.stamp }
        let sentence = line.extracting((stamp?.end ?? 0)...)
        let take = { (epoch: Epoch, timeOfDay: TimeOfDay?) in
            emit(.epoch(self.recorded(epoch, timeOfDay, self.arrival)))
            self.arrival = stamp?.stamp
        }
        decoder.decode(sentence, headings: { emit(.heading($0)) }, take)
    }

    private func recorded(_ epoch: Epoch, _ timeOfDay: TimeOfDay?, _ arrival: ArrivalStamp?) -> RecordedEpoch
    {
        var recorded = RecordedEpoch(epoch, timeOfDay: timeOfDay, arrival: arrival)
        // The receiver's own date is better; before it knows one, the stamp's is better than none.
        if epoch.time == nil, let timeOfDay {
            recorded.epoch.time = arrival?.instant(ofDayTime: timeOfDay.nanoseconds)
        }
        return recorded
    }
}

extension DecodeStatistics {
    /// The counts in words.
    fileprivate var recordingCounts: [RecordingCount] {
        [
            RecordingCount(sentences, "sentences"), RecordingCount(epochs, "epochs"),
            RecordingCount(fixes, "fixes"), RecordingCount(headings, "headings"),
            RecordingCount(checksumMismatches, "checksum mismatches"),
            RecordingCount(missingChecksums, "missing checksums"),
            RecordingCount(malformedAddresses, "malformed addresses"),
            RecordingCount(malformedSentences, "malformed sentences"),
            RecordingCount(malformedFields, "sentences with malformed fields"),
            RecordingCount(lateSentences, "late sentences"), RecordingCount(tooLong, "too long"),
            RecordingCount(otherLines, "other lines"), RecordingCount(tagBlocks, "TAG blocks"),
            RecordingCount(malformedTagBlocks, "malformed TAG blocks"),
            RecordingCount(unknownTypes, "sentences of unknown type"),
            RecordingCount(proprietary, "proprietary sentences"),
        ]
    }
}
