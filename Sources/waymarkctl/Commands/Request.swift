import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

extension Command {
    static let request = Command(
        name: "request",
        summary: "ask the person as an app would, to try its question",
        operands: "APP when-in-use|always",
        options: [
            .init(
                "deadline",
                value: .decimal("SECONDS", 0.1...3600),
                "how long to wait for the answer; default 60"
            )
        ],
        details: """
            The app counts as in use while this command runs. It prints what became of the request and then
            what holds for the app. The exit status is 5 if the app may not know the location, and 1 if nobody
            answered in time. The manifest of the app must say what the location is for.
            """
    ) { (invocation) throws(Failure) in
        let (app, word) = (invocation.operands[0], invocation.operands[1])
        let seconds = invocation.line.decimal(of: "deadline") ?? 60
        let end = ContinuousClock.now + .seconds(seconds)
        let stream = try invocation.service.stream(LocationInterface.Open(app: app))
        defer { withExtendedLifetime(stream) {} }
        let session = try stream.reply().value.session ?? ""
        let request = LocationInterface.RequestAuthorization(
            session: session,
            level: word == "always" ? .always : .whenInUse
        )
        let reply = try invocation.service.call(request)
        if invocation.isForMachines {
            try invocation.output.line(reply.json)
        } else {
            try invocation.output.line("\(app.harmless): \(reply.value.text.harmless)")
        }
        let prompt = reply.value.prompt
        var waitsForAnswer = prompt != nil
        while waitsForAnswer {
            let rest = max(ContinuousClock.now.duration(to: end), .zero)
            guard let event = try stream.reply(within: rest)?.value else {
                throw .refused("nobody answered within \(spoken(seconds: seconds))")
            }
            waitsForAnswer = event.event != .requestEnded || event.prompt != prompt
        }
        guard let now = try invocation.knownApps(of: nil).first(where: { $0.app == app }) else { return }
        try invocation.output.line(
            invocation.isForMachines ? String(decoding: now.json, as: UTF8.self) : now.standing
        )
        guard now.status.isAuthorized else {
            throw .unauthorized("\(app.harmless) may not know the location")
        }
    }
}
