package import WaymarkInterfaces

extension InspectInterface.GetStatus.Reply {
    /// What a service says to which nothing happens.
    package static let quiet = Self(
        version: "1",
        uptimeSeconds: 1,
        simulated: false,
        servicesOn: true,
        servicesOffForEverybody: false,
        receiversWanted: true,
        receiversOn: true,
        receiversSinceSeconds: 1,
        receiversReason: "",
        consumers: [],
        backgroundApps: [],
        receivers: [],
        statedPlace: .none,
        apps: 1,
        widgets: 1,
        sessions: 1,
        prompts: 0,
        agents: 0,
        startsPrograms: false,
        programs: [],
        inUseWindowSeconds: 900,
        significantDistanceMeters: 500,
        significantIntervalSeconds: 300,
        tellsOfMovement: true
    )
}
