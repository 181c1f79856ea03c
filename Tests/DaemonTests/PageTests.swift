import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@testable import Daemon

@Suite("A list in pages")
struct PageTests {
    private func lengths(_ page: (_ after: String?) throws -> (count: Int, next: String?)) throws -> [Int] {
        var lengths: [Int] = []
        var next: String?
        repeat {
            let page = try page(next)
            lengths.append(page.count)
            next = page.next
        } while next != nil && lengths.count < 100
        return lengths
    }

    @Test("has a hundred elements a page, each of them once", arguments: [99, 100, 201])
    func pages(count: Int) throws {
        let service = try ServiceInMemory(configuration: "[Quotas]\nApps=1000\nWidgets=1000\n")
        let (client, provider) = (try service.connect(), try service.connect())
        let names = (0..<count).map { "org.example.app\($0)" }
        _ = try provider.serve(names[0], wantsLocation: false)
        var placed: Set<String> = []
        for name in names {
            try client.call(SettingsInterface.Authorize(app: name, status: .denied))
            placed.insert(try client.call(HostInterface.Place(app: names[0], kind: "where")).widget)
        }
        var (apps, widgets): ([String], [String]) = ([], [])
        let ofApps = try lengths { after in
            let page = try client.call(SettingsInterface.ListApps(after: after))
            apps += page.apps.map(\.app)
            return (page.apps.count, page.next)
        }
        let ofWidgets = try lengths { after in
            let page = try client.call(InspectInterface.ListWidgets(after: after))
            widgets += page.widgets.map(\.widget)
            return (page.widgets.count, page.next)
        }
        #expect(apps.count == count && Set(apps) == Set(names))
        #expect(widgets.count == count && Set(widgets) == placed)
        let full = Array(repeating: 100, count: count / 100)
        #expect(ofApps == full + [count % 100] && ofWidgets == full + [count % 100])
    }

    @Test("of regions has 64 a page, and says if another follows", arguments: [(64, [64]), (65, [64, 1])])
    func regions(_ row: (count: Int, pages: [Int])) throws {
        let client = try ServiceInMemory().connect()
        let app = "org.example.app"
        let circle = MonitorInterface.Circle(latitudeDegrees: 52, longitudeDegrees: 13, radiusMeters: 500)
        for number in 0..<row.count {
            try client.call(
                MonitorInterface.AddRegion(app: app, monitor: "m", identifier: "r\(number)", circle: circle)
            )
        }
        let pages = try lengths { after in
            let page = try client.call(MonitorInterface.ListRegions(app: app, after: after))
            return (page.regions.count, page.next)
        }
        #expect(pages == row.pages)
    }

    /// The lists, each with the parameters that it needs, and a cursor of its form that names nothing there is.
    private static let lists: [(method: String, parameters: String, past: String)] = [
        ("Host.ListKinds", "", "0/org.example.zzz/kind"), ("Inspect.ListWidgets", "", "999"),
        ("Inspect.ListBudgets", "", "999"), ("Settings.ListApps", "", "4294967295/org.example.zzz"),
        ("Settings.ListManifests", "", "org.example.zzz"), ("Settings.ListAccesses", "", "1/1/1"),
        ("Monitor.ListRegions", #""app":"org.example.app","#, "18446744073709551615"),
    ]

    @Test("begins at any well-formed position that a client gives, and refuses other texts")
    func cursors() throws {
        let (client, invalid) = (try ServiceInMemory().connect(), "org.varlink.service.InvalidParameter")
        for (method, parameters, past) in Self.lists {
            func outcome(_ cursor: String) throws -> ReceivedReply {
                let text = "{\(parameters)\"after\":\"\(cursor)\"}"
                return try #require(try client.call("io.waymark.\(method)", text).first)
            }
            #expect(try outcome(past).outcome == .success(continues: false), "\(method)")
            for wrong in ["", "/", "-1", " ", "\(past)/", "/\(past)", "\(past)/x/y/z", "w0x/x/x"] {
                let reply = try outcome(wrong)
                #expect(reply.outcome == .failure(invalid), "\(method) \(wrong)")
                #expect(reply.parameters["parameter"]?.text == "after")
            }
            // Refused or not, none ends the service.
            for number in ["-9223372036854775808", "9223372036854775807", "18446744073709551616"] {
                for cursor in [number, "w\(number)", "\(number)/\(number)", "\(number)/\(number)/\(number)"] {
                    _ = try outcome(cursor)
                }
            }
        }
    }
}
