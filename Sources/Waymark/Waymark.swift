// One import for everything. Each module can also be imported separately.
@_exported import WaymarkAttractions
@_exported import WaymarkBatch
@_exported import WaymarkDrawings
@_exported import WaymarkExtracts
@_exported import WaymarkFiles
@_exported import WaymarkGeodesy
@_exported import WaymarkGradients
@_exported import WaymarkGround
@_exported import WaymarkIndex
@_exported import WaymarkOrders
@_exported import WaymarkPlaces
@_exported import WaymarkPlans
@_exported import WaymarkPolylines
@_exported import WaymarkQuestions
@_exported import WaymarkRecommendations
@_exported import WaymarkRegions
@_exported import WaymarkRoads
@_exported import WaymarkRoutes
@_exported import WaymarkSearch
@_exported import WaymarkTables
@_exported import WaymarkTimes

// Not on iOS, which has neither PROJ nor GEOS.
#if canImport(WaymarkProjections)
    @_exported import WaymarkMeasures
    @_exported import WaymarkProjections
#endif
#if canImport(WaymarkAreas)
    @_exported import WaymarkAreas
#endif
