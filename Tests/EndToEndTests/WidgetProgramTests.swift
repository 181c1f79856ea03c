import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A real process that serves widgets", .ownThreads, .timeLimit(.minutes(10)))
struct WidgetProgramTests {
    private static let calls = """
        import json, os, socket, sys, time

        def call(method, **parameters):
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            more = method in ("Location.Open", "Location.FollowLocation", "Widgets.Serve", "Monitor.FollowEvents")
            call = {"method": "io.waymark." + method, "more": more, "parameters": {"app": "org.example.app"} | parameters}
            s.sendall(json.dumps(call).encode() + bytes(1))
            return s

        def answer(s):
            message = bytearray()
            while True:
                byte = s.recv(1)
                if not byte: return "closed"
                if byte == bytes(1): break
                message += byte
            message = json.loads(message)
            return message.get("error", "given").split(".")[-1]

        def say(*words): print(*words, flush=True)

        def serve():
            s = call("Widgets.Serve", kinds=[{"kind": "where", "wantsLocation": True}])
            answer(s)
            return s

        """

    @Test("acts for its widgets and not for the app, as do its children")
    func isNoApp() async throws {
        let app = "org.example.app"
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let client = try ScriptedClient(daemon)
        try client.authorize(app, .authorizedWhenInUse, widgets: .refused)
        let arguments = [daemon.socketPath, folder.path]
        func start(_ text: String) throws -> RunningProgram {
            try RunningProgram(["/usr/bin/python3", "-c", Self.calls + text] + arguments)
        }
        let program = try start(
            """
            followed = call("Location.FollowLocation")
            say("before", answer(followed), answer(call("Location.GetLocation")))
            serving = serve()
            while (last := answer(followed)) == "given": pass
            say("followed before", last)
            ways = ["Location.Open", "Location.GetLocation", "Location.FollowLocation", "Monitor.FollowEvents"]
            say("itself", *[answer(call(name)) for name in ways])
            if os.fork() == 0:
                say("its child", *[answer(call(name)) for name in ways])
                os._exit(0)
            os.wait()
            while not os.path.exists(sys.argv[2] + "/end"): time.sleep(0.02)
            serving.close()
            while (last := answer(call("Location.GetLocation"))) == "ServesWidgets": time.sleep(0.02)
            say("after", last)
            time.sleep(1000)
            """
        )
        try await program.says("its child")
        #expect(
            program.output == """
                before given given
                followed before ServesWidgets
                itself ServesWidgets ServesWidgets ServesWidgets ServesWidgets
                its child ServesWidgets ServesWidgets ServesWidgets ServesWidgets

                """
        )
        // No moment of use is left over from what it had open.
        let apps = try client.call(SettingsInterface.ListApps()).apps
        #expect(apps.first { $0.app == app }?.inUse == false)
        // The app itself is another program.
        let other = try start(
            """
            say(answer(call("Location.GetLocation")))
            time.sleep(1000)
            """
        )
        try await waiting(until: "the location of the app") { other.output == "given\n" }
        try folder.write("", to: "end")
        try await waiting(until: "the end of serving") { program.output.contains("after given") }
        withExtendedLifetime(daemon) {}
    }
}
