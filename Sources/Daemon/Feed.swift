import LinuxSystem
import LocationModel
import Receivers
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods and the stream of io.waymark.Feed, for programs that bring the positions of a receiver or notice movement.
extension Daemon {
    /// The most bytes of one text of NMEA 0183.
    private static let textLimit = 32_768

    /// The most bytes of a program's words about what its device does.
    private static let reasonLimit = 200

    func openFeed(_ request: Request<FeedInterface.Open>) throws(ServiceRefusal) {
        let feed = try feed(named: request.feed, for: request)
        try request.requireMore()
        guard !feed.isOpen else { throw .feedTaken(feed: request.feed) }
        let session = SessionIdentifier(sessionNumbers.next(at: now.instant))
        let connection = request.connection
        let stream = EventStream(on: server, to: connection, reader: .feed(session, feed))
        streams[connection] = stream
        stream.send(FeedInterface.Open.Reply(event: .opened, session: "\(session)"), about: .session)
        feed.open(at: now) { [server] demand in
            // No sign of life wakes up anybody while nothing is wanted.
            server.allowSilence(of: connection, demand == nil)
            stream.send(FeedInterface.Open.Reply(demand), about: .update)
        }
    }

    func sendNMEA(_ request: Request<FeedInterface.SendNMEA>) throws(ServiceRefusal) {
        let feed = try feed(of: request.session, for: request)
        try require(request.text.utf8.count <= Self.textLimit, "text")
        feed.take(request.text, at: now)
        server.reply(.success(), to: request.connection)
    }

    func sendFix(_ request: Request<FeedInterface.SendFix>) throws(ServiceRefusal) {
        let feed = try feed(of: request.session, for: request)
        guard let time = UTCInstant(request.fix.time), let fix = Fix(request.fix, of: time) else {
            throw .invalidParameter(parameter: "fix")
        }
        do throws(ReceiverProblem) {
            try feed.take(fix, of: time, at: now)
        } catch { throw .fixNotTaken(reason: "\(error)") }
        server.reply(.success(), to: request.connection)
    }

    func sendFeedState(_ request: Request<FeedInterface.SendState>) throws(ServiceRefusal) {
        let feed = try feed(of: request.session, for: request)
        try require(request.reason?.utf8.count ?? 0 <= Self.reasonLimit, "reason")
        let reason = request.reason.flatMap { $0.isEmpty ? nil : $0.harmless }
        switch request.state {
        case .searching: feed.take(.searching(reason), at: now)
        case .absent: feed.take(.absent(reason), at: now)
        }
        server.reply(.success(), to: request.connection)
    }

    func reportMovement(_ request: Request<FeedInterface.ReportMovement>) throws(ServiceRefusal) -> Command {
        let caller = request.caller
        guard !caller.isSandboxed, clients.movementUsers.contains(caller.user.rawValue) else {
            throw .permissionDenied
        }
        let reason = try parsed(request.reason, as: "reason", MovementReason.init)
        return .reportMovement(reason)
    }

    /// Returns a configured feed that the caller may bring.
    ///
    /// Only a program that may bring a feed learns whether another is configured.
    private func feed(named name: String, for request: Request<some Any>) throws(ServiceRefusal)
        -> FeedReceiver
    {
        let user = request.caller.user.rawValue
        guard !request.caller.isSandboxed else { throw .permissionDenied }
        if let feed = receivers.feeds.first(where: { $0.feed.name == name }) {
            guard feed.trusted.contains(user) else { throw .permissionDenied }
            return feed
        }
        let isTrusted =
            TrustedUsers().contains(user) || receivers.feeds.contains { $0.trusted.contains(user) }
        throw isTrusted ? .unknownFeed(feed: name) : .permissionDenied
    }

    /// Returns the feed that a program of the caller brings on an open stream.
    private func feed(of text: String, for request: Request<some Any>) throws(ServiceRefusal) -> FeedReceiver
    {
        let session = try parsed(text, as: "session", SessionIdentifier.init)
        guard let stream = streams[session], case .feed(_, let feed) = stream.reader,
            let owner = clients[stream.connection]?.caller.user, request.caller.mayDecideFor(owner)
        else { throw .unknownSession(session: session.description) }
        return feed
    }
}

extension FeedInterface.Open.Reply {
    fileprivate init(_ demand: ReceiverDemand?) {
        self.init(
            event: demand == nil ? .unwanted : .wanted,
            intervalSeconds: demand?.interval?.inSeconds,
            accuracyMeters: demand?.accuracyMeters
        )
    }
}

extension Fix {
    /// Reads a position; `nil` if a value is out of its range.
    fileprivate init?(_ fix: FeedInterface.Fix, of time: UTCInstant) {
        let radii = 0.0.nextUp...100_000
        guard
            let coordinate = Coordinate(
                latitudeDegrees: fix.latitudeDegrees,
                longitudeDegrees: fix.longitudeDegrees
            ), radii.contains(fix.horizontalAccuracyMeters),
            fix.verticalAccuracyMeters.map({ radii.contains($0) }) ?? true,
            fix.altitudeMeters.map({ abs($0) <= 1e6 }) ?? true,
            fix.speedMetersPerSecond.map({ (0...1e6).contains($0) }) ?? true,
            fix.courseDegrees.map({ (0..<360).contains($0) }) ?? true
        else { return nil }
        self.init(
            time: time,
            coordinate: coordinate,
            mode: fix.altitudeMeters == nil ? .twoDimensional : .threeDimensional,
            accuracy: FixAccuracy(radiusMeters: fix.horizontalAccuracyMeters)
        )
        accuracy?.vertical68Meters = fix.verticalAccuracyMeters
        altitudeMeters = fix.altitudeMeters
        speedMetersPerSecond = fix.speedMetersPerSecond
        courseDegrees = fix.courseDegrees
    }
}
