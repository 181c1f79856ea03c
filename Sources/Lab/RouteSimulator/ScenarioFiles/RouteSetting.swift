import UserInput

/// The keys of the route, whose order in the file matters.
extension DriveSetting {
    static let route: [DriveSetting] = [
        DriveSetting("Route", "Origin", accepts: ScenarioValue.waypointForm) { text, draft in
            guard let place = ScenarioValue.waypoint(text) else { return .notUnderstood }
            guard draft.route == nil else {
                return .refused(because: "the route has begun; go on with 'route waypoint'")
            }
            draft.route = Route(from: place.coordinate, altitudeMeters: place.altitudeMeters ?? 0)
            return .accepted
        },
        step("Track", accepts: "the path of a recording, from the folder of this one") { text, draft in
            guard !text.isEmpty else { return .notUnderstood }
            let places: [Waypoint]
            switch draft.readTrack(text) {
            case .problem(let reason): return .refused(because: "expected a track: \(reason)")
            case .places(let found): places = found
            }
            guard let first = places.first else { return .refused(because: "it has no point") }
            if draft.route == nil {
                draft.route = Route(from: first.coordinate, altitudeMeters: first.altitudeMeters ?? 0)
                draft.start = draft.start ?? first.time
            }
            draft.route?.follow(places, kilometersPerHour: draft.speed, sky: draft.sky)
            return .accepted
        },
        step("Speed", accepts: ScenarioValue.speedForm) { text, draft in
            guard let speed = ScenarioValue.speed(text) else { return .notUnderstood }
            draft.speed = speed
            return .accepted
        },
        step("Sky", accepts: skies) { text, draft in
            guard let sky = Sky(rawValue: text) else { return .notUnderstood }
            draft.sky = sky
            return .accepted
        },
        leg("Waypoint", halt: .none),
        leg("TrafficLight", halt: .trafficLight),
        step("Stop", accepts: ScenarioValue.spanForm) { text, draft in
            guard let span = ScenarioValue.span(text), span > .zero else { return .notUnderstood }
            guard draft.route != nil else { return .refused(because: beforeOrigin) }
            draft.route?.stand(for: span, sky: draft.sky)
            return .accepted
        },
        step("Jump", accepts: DisturbanceText.jumpForm) { text, draft in
            let keywords = ["towards", "after", "at", "for", "near", "within", "hdop"]
            guard let described = DisturbanceText(text, keywords: keywords),
                let displacement = described.displacement, let dilution = described.dilution,
                let occurrence = described.occurrence(in: draft)
            else { return .notUnderstood }
            let jump = Jump(scope: occurrence.scope, displacement: displacement, dilution: dilution)
            guard occurrence.isInLeg else {
                draft.jumps.append(jump)
                return .accepted
            }
            guard draft.route?.legs.isEmpty == false else {
                return .refused(because: "expected a leg before this line, from which 'after' counts")
            }
            draft.route?.add(jump)
            return .accepted
        },
        step("Shade", accepts: DisturbanceText.shadeForm) { text, draft in
            guard let described = DisturbanceText(text, keywords: ["at", "for", "near", "within"]),
                described.subject.count == 1, let sky = Sky(rawValue: described.subject[0]),
                let occurrence = described.occurrence(in: draft), !occurrence.isInLeg
            else { return .notUnderstood }
            draft.shades.append(Shade(scope: occurrence.scope, sky: sky))
            return .accepted
        },
    ]

    private static let skies = "one of " + Sky.allCases.map(\.rawValue).joined(separator: ", ")
    private static let beforeOrigin = "expected 'route origin' or 'route track' before this line"

    private static func step(
        _ key: String,
        accepts: String,
        apply: @escaping @Sendable (String, inout DriveDraft) -> Outcome
    ) -> DriveSetting {
        DriveSetting("Route", key, accepts: accepts, isList: true, apply: apply)
    }

    private static func leg(_ key: String, halt: Route.Halt) -> DriveSetting {
        let form =
            ScenarioValue.waypointForm + ", or EASTm,NORTHm[,ALTITUDE] from the origin, such as 420m,-180m"
        return step(key, accepts: form) { text, draft in
            let speed = draft.speed ?? Route.defaultSpeed
            if let (point, altitude) = ScenarioValue.offset(text) {
                guard draft.route != nil else { return .refused(because: beforeOrigin) }
                draft.route?.drive(
                    east: point.eastMeters,
                    north: point.northMeters,
                    altitudeMeters: altitude,
                    kilometersPerHour: speed,
                    sky: draft.sky,
                    halt: halt
                )
                return .accepted
            }
            guard let place = ScenarioValue.waypoint(text) else { return .notUnderstood }
            guard draft.route != nil else { return .refused(because: beforeOrigin) }
            draft.route?.drive(
                to: place.coordinate,
                altitudeMeters: place.altitudeMeters,
                kilometersPerHour: speed,
                sky: draft.sky,
                halt: halt
            )
            return .accepted
        }
    }
}
