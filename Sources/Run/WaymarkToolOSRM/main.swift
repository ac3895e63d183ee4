import WaymarkCommand
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkRoutes

/// Legs of a server, with what is due to one that others use too.
@Sendable
func server(
    _ dialect: OSRMSettings.Dialect, _ url: String, _ mode: TravelMode, _ maxSnap: Meters?
) throws(LegError) -> any LegSource {
    try OSRMLegs(url, mode: mode, settings: OSRMSettings(dialect: dialect, maxSnap: maxSnap))
        .retrying().coalesced().cached(4_096)
}

await WaymarkProgram.main(
    legServers: [
        LegServer(kind: "osrm") { (url, mode, maxSnap) throws(LegError) in try server(.osrm, url, mode, maxSnap) },
        LegServer(kind: "valhalla") { (url, mode, maxSnap) throws(LegError) in try server(.valhalla, url, mode, maxSnap)
        },
    ])
