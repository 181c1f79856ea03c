import LocationModel
import Regions
import Testing
import WaymarkEngine

@testable import StateStore

/// What is inside a seal, with each field apart from those of the same type beside it.
@Suite("The inside of a seal")
struct SealedFormTests {
    @Test("gives an access back with each consumer, and with what is unknown of it")
    func accesses() throws {
        let app = try Sample.app(1)
        let consumers: [Consumer?] = [
            nil, .widget(WidgetIdentifier(7)), .request(LocationRequestIdentifier(7)),
            .follower(SessionIdentifier(7)), .monitor(app),
        ]
        for consumer in consumers {
            for wasTemporary in [false, true] {
                for accuracy in [AccuracyAuthorization.full, .reduced] {
                    for radius in [nil, 0.5] as [Double?] {
                        let record = AccessRecord(
                            app: app,
                            consumer: consumer,
                            date: Sample.now,
                            ground: .inUseWindow,
                            wasTemporary: wasTemporary,
                            accuracy: accuracy,
                            horizontal68Meters: radius
                        )
                        #expect(AccessRecord(form: record.form, of: app.user) == record)
                    }
                }
            }
        }
    }

    @Test("tells whether a region's event is held and whether it says inside", arguments: [false, true])
    func regionEvents(isHeld: Bool) throws {
        for isInside in [false, true] {
            let event = RegionEvent(
                identifier: MonitorEventIdentifier(7),
                date: Sample.now,
                ground: .always,
                isHeld: isHeld,
                isInside: isInside
            )
            var waiting = try Sample.circle()
            (waiting.event, waiting.lastEvent) = (event, nil)
            #expect(SavedRegion(sealedForm: waiting.sealedForm, of: RegionNumber(1)) == waiting)
            var told = try Sample.polygon()
            (told.event, told.lastEvent) = (nil, event)
            #expect(SavedRegion(sealedForm: told.sealedForm, of: RegionNumber(1)) == told)
        }
    }

    @Test("tells of a stay whether its arrival is known and whether it is a visit", arguments: [false, true])
    func stays(arrivalIsKnown: Bool) throws {
        for isVisit in [false, true] {
            var stay = try Sample.stay()
            (stay.arrivalIsKnown, stay.isVisit) = (arrivalIsKnown, isVisit)
            #expect(SavedStay(sealedForm: stay.sealedForm, of: .present) == stay)
        }
    }

    @Test("gives the counts of a widget's budget back, each its own")
    func budgets() throws {
        var uses = ReloadBudget.Uses()
        uses.scheduled = 1
        uses.requested = 2
        uses.pushed = 3
        uses.unchanged = 4
        let budget = try #require(
            ReloadBudget(
                seenHours: 1.5,
                latestHour: 497_222,
                saved: 2.5,
                refilledAt: Sample.now,
                uses: uses,
                isWarned: true
            )
        )
        #expect(ReloadBudget(sealedForm: budget.sealedForm, of: WidgetIdentifier(1)) == budget)
    }

    @Test("gives the place of the last change back with both radii, and of earlier forms what they have")
    func notifiedPlace() throws {
        var place = NotifiedPlace(
            coordinate: try #require(Sample.zurich),
            horizontal68Meters: 5,
            horizontal95Meters: 8.1,
            notifiedAt: Sample.now,
            number: 7
        )
        let form = place.sealedForm
        #expect(NotifiedPlace(sealedForm: form) == place)
        // Each of the numbers at the end has eight bytes.
        place.horizontal68Meters = nil
        #expect(NotifiedPlace(sealedForm: Array(form.dropLast(8))) == place)
        let oldest = try #require(NotifiedPlace(sealedForm: Array(form.dropLast(24))))
        #expect(oldest.coordinate == place.coordinate)
        #expect(oldest.horizontal68Meters == nil && oldest.horizontal95Meters == nil)
        var damaged = Array(form.dropLast(8))
        damaged.append((-1.0).bitPattern)
        #expect(NotifiedPlace(sealedForm: damaged) == nil)
    }

    @Test("gives back what a provider declared of a kind, and only the placeholder of the earlier form")
    func declarations() throws {
        let kind = try Sample.kind(1)
        let declaration = KindDeclaration(
            wantsLocation: true,
            placeholder: "{}",
            name: "É",
            summary: "A place.",
            families: [.inline, .small]
        )
        let whole = try #require(DeclaredContent(declaration))
        let read = try #require(DeclaredContent(sealedForm: whole.sealedForm, of: kind))
        #expect(read.name == "É" && read.summary == "A place." && read.families == [.inline, .small])
        #expect(read.placeholder == "{}")
        var earlier: [UInt8] = []
        earlier.append("{}")
        let old = try #require(DeclaredContent(sealedForm: earlier, of: kind))
        #expect(old.placeholder == "{}" && old.name == nil && old.families == [])
        #expect(DeclaredContent(KindDeclaration(wantsLocation: true)) == nil)
    }

    @Test("gives the place of the machine back, with and without its altitude", arguments: [nil, -408.5])
    func statedPlace(altitude: Double?) throws {
        let place = StatedPlace(
            coordinate: try #require(Sample.zurich),
            accuracyMeters: 25,
            altitudeMeters: altitude,
            origin: .command
        )
        #expect(StatedPlace(sealedForm: place.sealedForm, of: .stated) == place)
    }

    @Test("gives the relevance back that a widget kept from an earlier timeline, where no entry has its own")
    func inheritedRelevance() throws {
        for until in [nil, Sample.now] {
            let delivered = DeliveredTimeline(
                timeline: try Sample.timeline("{}").timeline,
                deliveredAt: Sample.now,
                knewLocation: true,
                change: 7,
                inheritedRelevance: CurrentRelevance(score: 3, until: until)
            )
            #expect(DeliveredTimeline(sealedForm: delivered.sealedForm, of: WidgetIdentifier(1)) == delivered)
        }
    }

    @Test("gives nothing of a stay with a radius below zero, or of a ticket with more behind it")
    func damaged() throws {
        let whole = try Sample.stay().sealedForm
        // The radius follows the coordinate.
        var bytes = Array(whole.prefix(16))
        bytes.append((-1.0).bitPattern)
        bytes += whole.dropFirst(24)
        #expect(SavedStay(sealedForm: whole, of: .present) != nil)
        #expect(SavedStay(sealedForm: bytes, of: .present) == nil)
        let ticket = SavedTicket(
            widget: WidgetIdentifier(1),
            kind: try Sample.kind(1),
            reason: .requestedByProvider,
            askedAt: Sample.now
        )
        let number = TicketIdentifier(1)
        #expect(SavedTicket(sealedForm: ticket.sealedForm, of: number) == ticket)
        #expect(SavedTicket(sealedForm: ticket.sealedForm + [0], of: number) == nil)
    }
}
