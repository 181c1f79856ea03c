import CReceivers
import LocationModel

/// Reads the points of a GPX 1.0 or 1.1 file in order, storing only the current one.
///
/// It performs no I/O. Feed it every byte in order, and call ``finish(_:)`` at the end; each call emits the points that
/// it completes. libexpat parses the XML, with bounded memory and without entities. It is `@safe` because the parser never
/// leaves it.
@safe package final class GPXReader {
    /// The deepest nesting of elements; GPX needs eight.
    private static let depthLimit = 64

    /// The longest value in bytes; a time has some thirty, and nobody needs a coordinate to fifty digits.
    private static let longestText = 128

    /// The programs that write Android's accuracy in metres as `hdop`.
    private static let programsWithMeters = ["OsmAnd", "Locus"]

    private let isUTF8: Bool
    private var hasMetersAsDilution = false
    private var parser: OpaquePointer?
    private var depth = 0
    private var point: (part: GPXPoint.Part, coordinate: Coordinate, beginsSegment: Bool)?
    private var pointDepth = 0
    private var extensionsDepth: Int?
    private var element: (kind: GPXPoint.Element, depth: Int)?

    private var texts: [GPXPoint.Element: String] = [:]
    private var text: [UInt8] = []
    private var beginsSegment = false
    private var complete: [GPXPoint] = []
    private var problem: RecordingProblem?

    /// The number of points skipped because their latitude or longitude is missing or invalid.
    package private(set) var malformedPoints = 0

    /// The number of points whose time cannot be read, and the first such time with its line.
    package private(set) var unreadableTimes = (count: 0, first: "", line: 0)

    /// The lines before the first byte of the document.
    private var skippedLines = 0

    /// Whether a byte was read that is not a blank or part of a byte order mark of UTF-8.
    private var hasBegun = false

    /// Creates a reader; with `isUTF8` the bytes were converted to UTF-8, whatever the document declares.
    package init(isUTF8: Bool = false) { self.isUTF8 = isUTF8 }

    deinit { if let parser = unsafe parser { unsafe cexpat_free(parser) } }

    /// Parses the next bytes and emits the points that they complete.
    ///
    /// - Throws: ``RecordingProblem`` if the file is not GPX; nothing more can be read from it then. Points before the
    ///   error have been emitted.
    package func parse(_ bytes: Span<UInt8>, _ emit: (GPXPoint) -> Void) throws(RecordingProblem) {
        // Nothing may stand before the XML declaration, but files have blank lines there.
        var start = 0
        while !hasBegun, start < bytes.count {
            switch bytes[start] {
            case UInt8(ascii: "\n"): skippedLines += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0xEF, 0xBB, 0xBF: break
            default: hasBegun = true
            }
            if !hasBegun { start += 1 }
        }
        guard start < bytes.count else { return }
        try parse(bytes.extracting(start...), isFinal: false, emit)
    }

    /// Ends the file.
    ///
    /// - Throws: ``RecordingProblem`` if the file is incomplete.
    package func finish(_ emit: (GPXPoint) -> Void) throws(RecordingProblem) {
        let nothing: [UInt8] = []
        try parse(nothing.span, isFinal: true, emit)
    }

    private func parse(_ bytes: Span<UInt8>, isFinal: Bool, _ emit: (GPXPoint) -> Void)
        throws(RecordingProblem)
    {
        if unsafe parser == nil {
            // The document outlives its parser, which its deinit frees.
            let context = unsafe Unmanaged.passUnretained(self).toOpaque()
            let handlers = unsafe cexpat_handlers(
                start: { context, name, attributes in
                    guard let name = unsafe name else { return }
                    unsafe GPXReader.reader(context)?
                        .start(
                            String(cString: name),
                            latitude: attribute("lat", in: attributes),
                            longitude: attribute("lon", in: attributes),
                            creator: attribute("creator", in: attributes)
                        )
                },
                end: { context, _ in unsafe GPXReader.reader(context)?.end() },
                text: { context, bytes, count in
                    unsafe GPXReader.reader(context)?
                        .add(UnsafeBufferPointer(start: bytes, count: Int(count)))
                }
            )
            unsafe parser = cexpat_create(context, handlers, isUTF8 ? 1 : 0)
        }
        guard let parser = unsafe parser else { throw .outOfMemory }
        let isSound = unsafe bytes.withUnsafeBufferPointer {
            unsafe cexpat_parse(parser, $0.baseAddress, CInt(clamping: $0.count), isFinal ? 1 : 0) != 0
        }
        for point in complete { emit(point) }
        complete.removeAll(keepingCapacity: true)
        if let problem { throw problem }
        guard isSound else {
            throw .invalid("GPX", line: line, reason: unsafe String(cString: cexpat_problem(parser)))
        }
    }

    private static func reader(_ context: UnsafeMutableRawPointer?) -> GPXReader? {
        unsafe context.map { unsafe Unmanaged<GPXReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private var line: Int { unsafe parser.map { unsafe Int(clamping: cexpat_line($0)) + skippedLines } ?? 1 }

    private func start(_ name: String, latitude: String?, longitude: String?, creator: String?) {
        // libexpat continues to the end of the bytes that it was given.
        guard problem == nil else { return }
        depth += 1
        guard depth <= Self.depthLimit else {
            problem = .invalid(
                "GPX",
                line: line,
                reason: "elements are nested more than \(Self.depthLimit) deep"
            )
            return
        }
        let local = name.split(separator: ":").last ?? ""
        guard depth > 1 || local == "gpx" else {
            problem = .invalid("GPX", line: line, reason: "the document is <\(local.prefix(40))>, not <gpx>")
            return
        }
        if depth == 1, let creator {
            hasMetersAsDilution = Self.programsWithMeters.contains { creator.hasPrefix($0) }
        }
        if point != nil {
            if local == "extensions" { extensionsDepth = extensionsDepth ?? depth }
            guard depth == pointDepth + 1 || extensionsDepth != nil else { return }
            let found = GPXPoint.Element(
                local,
                hasMetersAsDilution: hasMetersAsDilution,
                isExtension: extensionsDepth != nil
            )
            guard let found else { return }
            element = (found, depth)
            return text.removeAll(keepingCapacity: true)
        }
        switch local {
        case "trkseg", "rte": beginsSegment = true
        case "wpt": startPoint(.waypoint, latitude, longitude)
        case "rtept": startPoint(.route, latitude, longitude)
        case "trkpt": startPoint(.track, latitude, longitude)
        default: break
        }
    }

    private func end() {
        guard problem == nil else { return }
        defer { depth -= 1 }
        guard point != nil else { return }
        if let current = element, current.depth == depth {
            // Checked before trimming, so that the result does not depend on how libexpat splits the text.
            let isShort = text.count <= Self.longestText
            let trimmed = Array(text.prefix(Self.longestText)).trimmed
            let value = String(decoding: trimmed, as: UTF8.self)
            if isShort { texts[current.kind] = value }
            if case .time = current.kind, !value.isEmpty, !isShort || GPXPoint.time(value) == nil {
                if unreadableTimes.count == 0 {
                    let first = trimmed.prefix(40).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
                    unreadableTimes = (0, String(decoding: first, as: UTF8.self), line)
                }
                unreadableTimes.count += 1
            }
            element = nil
        }
        if extensionsDepth == depth { extensionsDepth = nil }
        guard depth == pointDepth, let point = point.take() else { return }
        complete.append(
            GPXPoint(point.part, at: point.coordinate, beginsSegment: point.beginsSegment, texts)
        )
    }

    private func add(_ bytes: UnsafeBufferPointer<CChar>) {
        guard element != nil, text.count <= Self.longestText else { return }
        unsafe text.append(
            contentsOf: bytes.prefix(Self.longestText + 1).lazy.map { UInt8(bitPattern: $0) }
        )
    }

    private func startPoint(_ part: GPXPoint.Part, _ latitude: String?, _ longitude: String?) {
        guard let latitude = latitude.flatMap(Double.init), let longitude = longitude.flatMap(Double.init),
            let coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        else {
            malformedPoints += 1
            return
        }
        point = (part, coordinate, beginsSegment && part != .waypoint)
        if part != .waypoint { beginsSegment = false }
        texts.removeAll(keepingCapacity: true)
        pointDepth = depth
        extensionsDepth = nil
        element = nil
    }
}

extension [UInt8] {
    /// The bytes without surrounding white space.
    fileprivate var trimmed: Self.SubSequence {
        let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) })
        else { return [] }
        return self[first...last]
    }
}

/// Returns the value of an attribute in libexpat's list.
private func attribute(
    _ name: StaticString,
    in attributes: UnsafePointer<UnsafePointer<CChar>?>?
) -> String? {
    guard var next = unsafe attributes else { return nil }
    while let key = unsafe next.pointee, let value = unsafe next.advanced(by: 1).pointee {
        if unsafe String(cString: key) == "\(name)" { return unsafe String(cString: value) }
        unsafe next = next.advanced(by: 2)
    }
    return nil
}
