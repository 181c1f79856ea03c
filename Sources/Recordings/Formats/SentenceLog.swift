import LocationModel
import NMEA

/// A recording of NMEA 0183 as the receiver sent it.
final class SentenceLog: RecordingFormat {
    private var decoder: NMEADecoder
    private var dates = FirstDates()

    init(checksumRule: ChecksumRule) { decoder = NMEADecoder(checksumRule: checksumRule) }

    var counts: [RecordingCount] { decoder.statistics.recordingCounts }
    var hasSentences: Bool { decoder.statistics.sentences > 0 }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        decoder.decode(
            bytes,
            headings: { dates.record(.heading($0), emit) },
            { dates.record(.epoch(RecordedEpoch($0, timeOfDay: $1)), emit) }
        )
    }

    func finish(_ emit: (RecordedItem) -> Void) {
        decoder.finish(
            headings: { dates.record(.heading($0), emit) },
            { dates.record(.epoch(RecordedEpoch($0, timeOfDay: $1)), emit) }
        )
        dates.finish(emit)
    }
}

/// A recording of NMEA 0183 with a time stamp before each line.
///
/// Text between the stamp and the sentence, such as a TAG block or the name of a port, is left to the decoder.
final class StampedSentenceLog: RecordingFormat {
    private var decoder: NMEADecoder
    private var lines = LineAssembler()
    private var dates = FirstDates()
    private var arrival: ArrivalStamp?
    private var stampedLines = 0

    init(checksumRule: ChecksumRule) { decoder = NMEADecoder(checksumRule: checksumRule) }

    var counts: [RecordingCount] {
        decoder.statistics.recordingCounts + [
            RecordingCount(stampedLines, "time stamps"), RecordingCount(lines.tooLong, "lines without end"),
        ]
    }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        lines.append(bytes) { decode(line: $0, emit) }
    }

    func finish(_ emit: (RecordedItem) -> Void) {
        lines.finish { decode(line: $0, emit) }
        decoder.finish(
            headings: { dates.record(.heading($0), emit) },
            { dates.record(.epoch(recorded($0, $1, arrival)), emit) }
        )
        dates.finish(emit)
    }

    private func decode(line: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        let stamp = ArrivalStamp.read(line)
        if stamp != nil { stampedLines += 1 }
        // An epoch arrives with its first sentence and is emitted with a sentence of the next one.
        if !decoder.hasOpenEpoch { arrival = stamp?.stamp }
        let sentence = line.extracting((stamp?.end ?? 0)...)
        let emitEpoch = { (epoch: Epoch, timeOfDay: TimeOfDay?) in
            self.dates.record(.epoch(self.recorded(epoch, timeOfDay, self.arrival)), emit)
            self.arrival = stamp?.stamp
        }
        decoder.decode(sentence, headings: { dates.record(.heading($0), emit) }, emitEpoch)
    }

    private func recorded(_ epoch: Epoch, _ timeOfDay: TimeOfDay?, _ arrival: ArrivalStamp?) -> RecordedEpoch
    {
        var recorded = RecordedEpoch(epoch, timeOfDay: timeOfDay, arrival: arrival)
        // The receiver's own date is better; until it is known, the date of the stamp is better than none.
        if epoch.time == nil, let timeOfDay {
            recorded.epoch.time = arrival?.instant(ofDayTime: timeOfDay.nanoseconds)
        }
        return recorded
    }
}

extension DecodeStatistics {
    fileprivate var recordingCounts: [RecordingCount] {
        [
            RecordingCount(sentences, "sentences"), RecordingCount(epochs, "epochs"),
            RecordingCount(fixes, "fixes"), RecordingCount(otherEpochs, "epochs of other devices"),
            RecordingCount(headings, "headings"),
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
