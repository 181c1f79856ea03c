import Testing

/// Starts the tests.
///
/// Without this file, SwiftPM would look for tests of XCTest in an index of all sources, and making that index takes longer
/// than compiling them.
@main struct Tests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
