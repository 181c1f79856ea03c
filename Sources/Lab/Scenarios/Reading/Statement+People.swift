import LocationModel
import UserInput
import WaymarkEngine

extension Statement {
    static let people: [Statement] = [
        .beginning("app NAME IDENTIFIER [manifest FILE|none]") { (line, draft) throws(LineMistake) in
            let name = try newName(&line, among: draft.apps.map(\.name), "app")
            let identifier = try line.value("the identifier of an app such as org.example.Weather") {
                AppIdentifier($0)
            }
            var manifest: AppManifest? = complete(identifier, named: name)
            if line.skip("manifest") {
                let word = try line.word("the path of a manifest, from the folder of this file, or none")
                if word.text == "none" {
                    manifest = nil
                } else {
                    do throws(Surroundings.Problem) {
                        manifest = try draft.surroundings.readManifest(draft.path(word.text))
                    } catch {
                        throw .expected("a manifest: \(error.text)", at: word.column)
                    }
                    guard manifest?.identifier == identifier else {
                        throw .expected("the manifest of \(identifier)", at: word.column)
                    }
                }
            }
            let key = AppKey(user: ScriptDraft.person, app: identifier)
            draft.apps.append(.init(name: name, manifest: manifest, key: key))
        },
        .timed(
            "authorize APP never|ask|when-in-use|always [widgets yes|no] [accuracy full|reduced] [for SPAN]"
        ) {
            (line, draft) throws(LineMistake) in
            .ask(.authorize(try draft.key(&line), try change(&line)))
        },
        .timed(
            "propose APP never|ask|when-in-use|always [widgets yes|no] [accuracy full|reduced] [for SPAN]"
        ) {
            (line, draft) throws(LineMistake) in
            let app = try draft.key(&line)
            return .ask(.propose(.authorize(try change(&line)), about: app))
        },
        .timed("reset APP") { (line, draft) throws(LineMistake) in
            .ask(.reset(user: ScriptDraft.person, app: try draft.key(&line).app))
        },
        .timed("services on|off") { (line, draft) throws(LineMistake) in
            let isOn = try line.choice([("on", true), ("off", false)], "on or off")
            return .ask(.switchServices(isOn: isOn, user: ScriptDraft.person))
        },
        .timed("pause SPAN") { (line, _) throws(LineMistake) in
            .ask(.pause(user: ScriptDraft.person, try span(&line)))
        },
        .timed("resume") { (_, _) throws(LineMistake) in .ask(.resume(user: ScriptDraft.person)) },
        .timed("answer CHOICE [full|reduced]") { (line, draft) throws(LineMistake) in
            let choice = try line.choice(PromptChoice.allCases.map { ($0.rawValue.dashed, $0) }, "an answer")
            return .answer(choice, line.next == nil ? nil : try line.choice(accuracies, "an accuracy"))
        },
        .timed("open APP") { (line, draft) throws(LineMistake) in .open(try draft.app(&line)) },
        .timed("close APP") { (line, draft) throws(LineMistake) in .close(try draft.app(&line)) },
        .timed("ask APP when-in-use|always|full-accuracy") { (line, draft) throws(LineMistake) in
            let app = try draft.app(&line)
            guard let purpose = PurposeKey(Self.purpose) else { throw line.mistake("a purpose") }
            let requests: [(word: String, value: AuthorizationRequest)] = [
                ("when-in-use", .whenInUse), ("always", .always),
                ("full-accuracy", .temporaryFullAccuracy(purpose: purpose)),
            ]
            return .request(app, try line.choice(requests, "a request"))
        },
        .timed("locate APP") { (line, draft) throws(LineMistake) in .locate(try draft.app(&line)) },
        .timed("add NAME APP KIND") { (line, draft) throws(LineMistake) in
            let name = try newName(&line, among: draft.widgets, "widget")
            let app = try draft.app(&line)
            let kind = try draft.kind(&line, of: app)
            draft.widgets.append(name)
            return .add(draft.widgets.count - 1, app, kind)
        },
        .timed("remove WIDGET...") { (line, draft) throws(LineMistake) in .remove(try draft.widgets(&line)) },
        .timed("show WIDGET... [for SPAN]") { (line, draft) throws(LineMistake) in
            let widgets = try draft.widgets(&line, until: "for")
            return .show(widgets, for: line.skip("for") ? try span(&line) : nil)
        },
        .timed("show-always WIDGET...") { (line, draft) throws(LineMistake) in
            .showAlways(try draft.widgets(&line))
        },
        .timed("click WIDGET [exactly]") { (line, draft) throws(LineMistake) in
            .click(try draft.widget(&line), exactly: line.skip("exactly"))
        },
        .timed("hide WIDGET...") { (line, draft) throws(LineMistake) in .hide(try draft.widgets(&line)) },
        .timed("lock") { (_, _) throws(LineMistake) in .lock(true) },
        .timed("unlock") { (_, _) throws(LineMistake) in .lock(false) },
    ]

    private static func change(_ line: inout ScenarioLine) throws(LineMistake) -> SettingsChange {
        var change = SettingsChange(status: try line.choice(statuses, "an authorization"))
        if line.skip("widgets") {
            change.widgets = try line.choice([("yes", .granted), ("no", .refused)], "a decision")
        }
        if line.skip("accuracy") { change.accuracy = try line.choice(accuracies, "an accuracy") }
        if line.skip("for") { change.length = try span(&line) }
        return change
    }

    static let accuracies: [(word: String, value: AccuracyAuthorization)] = [
        ("full", .full), ("reduced", .reduced),
    ]

    private static let statuses: [(word: String, value: AuthorizationChoice)] = [
        ("never", .denied), ("ask", .notDetermined), ("when-in-use", .authorizedWhenInUse),
        ("always", .authorizedAlways),
    ]

    /// The key of the purpose for which apps without a manifest of their own ask for full accuracy.
    private static let purpose = "Scenario"

    private static func complete(_ app: AppIdentifier, named name: String) -> AppManifest {
        var manifest = AppManifest(identifier: app, name: LocalizedText(name))
        manifest.whenInUsePurpose = LocalizedText("Shows what is near.")
        manifest.alwaysPurpose = LocalizedText("Tells what comes near.")
        if let key = PurposeKey(purpose) {
            manifest.temporaryAccuracyPurposes = [key: LocalizedText("Shows the way.")]
        }
        return manifest
    }
}
