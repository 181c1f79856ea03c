/// What is tried with any bytes, which ends the program if something does not hold.
///
/// `make fuzz` tries bytes that libFuzzer makes up, and the tests those in `Corpus`.
package let fuzzers: [String: @Sendable ([UInt8]) -> Void] = [
    "FuzzCall": fuzzCall,
    "FuzzEngine": fuzzEngine,
    "FuzzFeed": fuzzFeed,
    "FuzzManifest": fuzzManifest,
    "FuzzModem": fuzzModem,
    "FuzzPhone": fuzzPhone,
    "FuzzRecord": fuzzRecord,
    "FuzzRecording": fuzzRecording,
    "FuzzRegion": fuzzRegion,
    "FuzzRelay": fuzzRelay,
    "FuzzScenario": fuzzScenario,
    "FuzzSentence": fuzzSentence,
    "FuzzStream": fuzzStream,
]
