// What every file of the command imports.
//
// Not the whole of Waymark, nor all of Foundation: the process would load PROJ, GEOS and what those need, fifty libraries
// of them, and the tables of ICU, before its first line, and that takes longer than a small batch.
@_exported import WaymarkAttractions
@_exported import WaymarkBatch
@_exported import WaymarkGeodesy
@_exported import WaymarkIndex
@_exported import WaymarkTables

// JSON, and the number of cores.
#if canImport(FoundationEssentials)
    @_exported import FoundationEssentials
#else
    @_exported import Foundation
#endif

#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Darwin)
    @_exported import Darwin
#endif
