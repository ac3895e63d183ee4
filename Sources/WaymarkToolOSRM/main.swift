import WaymarkCommand
import WaymarkOSRM
import WaymarkRoutes

/// Legs of a server, with what is due to one that others use too.
@Sendable
func server(_ dialect: OSRMSettings.Dialect, _ url: String, _ mode: TravelMode) throws(LegError) -> any LegSource {
    try OSRMLegs(url, mode: mode, settings: OSRMSettings(dialect: dialect)).retrying().coalesced().cached(4_096)
}

await WaymarkProgram.main(
    legServers: [
        LegServer(kind: "osrm") { (url, mode) throws(LegError) in try server(.osrm, url, mode) },
        LegServer(kind: "valhalla") { (url, mode) throws(LegError) in try server(.valhalla, url, mode) },
    ])
