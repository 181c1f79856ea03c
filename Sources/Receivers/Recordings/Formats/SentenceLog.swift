import LocationModel
import NMEA

/// A recording of NMEA 0183, as the receiver sent it or with a time stamp before each line.
///
/// Text between the stamp and the sentence, such as a TAG block or the name of a port, is left to the decoder.
final class SentenceLog: RecordingFormat {
    private let isStamped: Bool
    private var decoder: NMEADecoder
    private var dates = FirstDates()
    private var lines = LineAssembler()
    private var arrival: ArrivalStamp?
    private var stampedLines = 0

    init(checksumRule: ChecksumRule, isStamped: Bool = false) {
        self.isStamped = isStamped
        decoder = NMEADecoder(checksumRule: checksumRule)
    }

    var counts: [RecordingCount] {
        let ofSentences = decoder.statistics.recordingCounts
        guard isStamped else { return ofSentences }
        return ofSentences + [
            RecordingCount(stampedLines, "time stamps"), RecordingCount(lines.tooLong, "lines without end"),
        ]
    }

    var hasSentences: Bool { decoder.statistics.sentences > 0 }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        if isStamped {
            lines.append(bytes) { decode(line: $0, emit) }
        } else {
            decode(bytes, next: nil, emit)
        }
    }

    func finish(_ emit: (RecordedItem) -> Void) {
        lines.finish { decode(line: $0, emit) }
        decoder.finish(headings: { dates.record(.heading($0), emit) }, { record($0, $1, emit) })
        dates.finish(emit)
    }

    private func decode(line: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        let stamp = ArrivalStamp.read(line)
        if stamp != nil { stampedLines += 1 }
        // An epoch arrives with its first sentence and is emitted with a sentence of the next one.
        if !decoder.hasOpenEpoch { arrival = stamp?.stamp }
        decode(line.extracting((stamp?.end ?? 0)...), next: stamp?.stamp, emit)
    }

    /// Decodes sentences; an epoch that begins with them gets the arrival `next`.
    private func decode(_ bytes: Span<UInt8>, next: ArrivalStamp?, _ emit: (RecordedItem) -> Void) {
        decoder.decode(
            bytes,
            headings: { dates.record(.heading($0), emit) },
            { epoch, timeOfDay in
                record(epoch, timeOfDay, emit)
                arrival = next
            }
        )
    }

    private func record(_ epoch: Epoch, _ timeOfDay: TimeOfDay?, _ emit: (RecordedItem) -> Void) {
        var recorded = RecordedEpoch(epoch, timeOfDay: timeOfDay, arrival: arrival)
        // The receiver's own date is better; until it is known, the date of the stamp is better than none.
        if epoch.time == nil, let timeOfDay {
            recorded.epoch.time = arrival?.instant(ofDayTime: timeOfDay.nanoseconds)
        }
        dates.record(.epoch(recorded), emit)
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
