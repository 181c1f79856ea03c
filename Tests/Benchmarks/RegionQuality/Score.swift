import LocationModel
import Regions

/// How well a rule told the crossings of circles, judged by where the machine truly was.
struct Score {
    var hours = 0.0
    var fixCount = 0

    /// Times that the machine truly was on the other side for a minute, by 50 m or half the radius.
    var necessary = 0

    /// Changes told after the first state.
    var told = 0

    /// Necessary changes that were not told within two minutes of fixes.
    var missed = 0

    /// Changes told although the machine was not on that side within the last half minute.
    var wrong = 0

    /// Seconds from a true crossing to its event.
    var delays: [Double] = []

    mutating func add(_ track: RecordedTrack, _ truth: [Double], circle: CircleShape, _ outcome: Rule.Outcome)
    {
        hours += track.hours
        fixCount += outcome.fixCount
        let margin = min(50, circle.radiusMeters / 2)
        let points = track.points
        for event in outcome.events.dropFirst() {
            told += 1
            var index = event.index
            var isRight = false
            while index >= 0,
                points[event.index].seconds - points[index].seconds <= 30 || index == event.index
            {
                // Ten metres are within what the truth itself may be off.
                if event.isInside ? truth[index] <= 10 : truth[index] >= -10 { isRight = true }
                index -= 1
            }
            if !isRight { wrong += 1 }
        }
        var state: Bool?
        var since: Int?
        var waiting: (isInside: Bool, crossedAt: Double, seconds: Double)?
        var crossedAt = 0.0
        var events = outcome.events[...]
        var toldState: Bool?
        for index in points.indices {
            while let event = events.first, event.index <= index {
                toldState = event.isInside
                events.removeFirst()
            }
            let step = index > 0 ? min(60, points[index].seconds - points[index - 1].seconds) : 0
            if index > 0, (truth[index] < 0) != (truth[index - 1] < 0) { crossedAt = points[index].seconds }
            if let open = waiting {
                if toldState == open.isInside {
                    delays.append(max(0, points[index].seconds - open.crossedAt))
                    waiting = nil
                } else {
                    waiting?.seconds += step
                    if open.seconds + step > 120 {
                        missed += 1
                        waiting = nil
                    }
                }
            }
            guard abs(truth[index]) >= margin else {
                since = nil
                continue
            }
            let isInside = truth[index] < 0
            if isInside == state {
                since = nil
                continue
            }
            let begun = since ?? index
            since = begun
            guard points[index].seconds - points[begun].seconds >= 60 else { continue }
            if state != nil {
                necessary += 1
                if waiting != nil { missed += 1 }
                waiting = toldState == isInside ? nil : (isInside, crossedAt, 0)
                if toldState == isInside {
                    let told = outcome.events.last { $0.index <= index }
                    delays.append(max(0, points[told?.index ?? index].seconds - crossedAt))
                }
            }
            state = isInside
            since = nil
        }
    }
}
