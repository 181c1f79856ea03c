/// What a decoder has met so far.
///
/// Every piece of the stream that is not empty counts once among ``sentences``, ``otherLines`` and the errors, or
/// for each of its TAG blocks.
package struct DecodeStatistics: Hashable, Sendable {
    /// Bytes taken in.
    package var bytes = 0

    /// Sentences that were framed well, whatever they say.
    package var sentences = 0

    /// Of the sentences, those with a type that has no decoder here.
    package var unknownTypes = 0

    /// Of the sentences, those with a manufacturer's own address.
    package var proprietary = 0

    /// Of the sentences, those that say something other than their type demands, and were ignored.
    package var malformedSentences = 0

    /// Of the sentences, those of which only single fields were malformed, and read as absent.
    package var malformedFields = 0

    /// Of the sentences, those that came after their epoch had been closed, and were ignored.
    package var lateSentences = 0

    /// Of the sentences, those that told where the vehicle points.
    package var headings = 0

    /// TAG blocks with a right checksum; each counts, however many a line has.
    package var tagBlocks = 0

    /// TAG blocks whose checksum is wrong or missing, and which were ignored.
    package var malformedTagBlocks = 0

    /// Lines, or parts of lines before a sentence, that do not begin like one.
    package var otherLines = 0

    /// Sentences whose bytes do not match their checksum.
    package var checksumMismatches = 0

    /// Sentences without a checksum, where one is required.
    package var missingChecksums = 0

    /// Sentences without a proper address.
    package var malformedAddresses = 0

    /// Sentences longer than ``LineSplitter/limit``.
    package var tooLong = 0

    /// Epochs that came out, with or without a fix.
    package var epochs = 0

    /// Fixes that came out.
    package var fixes = 0
}
