import LocationModel
import WaymarkEngine

extension ScenarioScript.App {
    /// The app with a manifest that names a program and declares its kinds, if it is started on demand.
    var withProgram: ScenarioScript.App {
        guard isStartedOnDemand, var manifest else { return self }
        if manifest.provider == nil {
            manifest.provider = UnitName("scenario.service").map { AppProgram(.unit($0)) }
        }
        for (kind, declaration) in kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where manifest.extension(for: kind) == nil {
            guard let name = ExtensionName(kind.rawValue) else { continue }
            manifest.extensions.append(
                AppExtension(name: name, kinds: [kind], wantsLocation: declaration.wantsLocation)
            )
            manifest.kindDetails[kind, default: KindDetails()].isPushable = true
        }
        var app = self
        app.manifest = manifest
        return app
    }
}
