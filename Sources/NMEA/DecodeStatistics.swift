import LocationModel

/// The counters of a decoder.
///
/// Every non-empty piece of the stream counts once among ``sentences``, ``otherLines`` and the errors; TAG blocks count
/// one by one instead.
package struct DecodeStatistics: Hashable, Sendable {
    package var bytes = 0

    /// The well-framed sentences, whatever their content.
    package var sentences = 0

    /// The sentences of a type without a decoder.
    package var unknownTypes = 0
    package var proprietary = 0

    /// The sentences whose fields violate their type; they were ignored.
    package var malformedSentences = 0

    /// The sentences with single malformed fields, which were treated as empty.
    package var malformedFields = 0

    /// The sentences that arrived after their epoch was closed; they were ignored.
    package var lateSentences = 0
    package var headings = 0

    /// The TAG blocks with a valid checksum; a line can have several.
    package var tagBlocks = 0

    /// The TAG blocks with an invalid or missing checksum; they were ignored.
    package var malformedTagBlocks = 0

    /// The lines, or parts of lines before a sentence, that are not sentences.
    package var otherLines = 0
    package var checksumMismatches = 0

    /// The sentences that lack a required checksum.
    package var missingChecksums = 0
    package var malformedAddresses = 0

    /// The sentences longer than ``LineSplitter/limit``.
    package var tooLong = 0

    /// The epochs emitted, with or without a fix.
    package var epochs = 0
    package var fixes = 0

    /// The epochs of devices that were not followed.
    package var otherEpochs = 0

    /// The sentences that the decoder could read, whether or not it uses their type.
    package var readableSentences: Int { sentences - malformedSentences }

    package init() {}

    mutating func recordEpoch(hasFix: Bool) {
        epochs += 1
        if hasFix { fixes += 1 }
    }
}
