import WaymarkAttractions
import WaymarkBatch
import WaymarkCommand
import WaymarkMaps
import WaymarkProjections

extension MapBatches {
    /// The batches, by libproj and libgeos.
    static let withPROJ = MapBatches { question, files in
        let measures = question.measures.map { Measure($0) }
        return try faults { () throws(MapError) in
            guard let form = question.form.flatMap(DistanceMatrix.Form.init) else {
                let pairs = PairDistances(
                    measures,
                    columns: PairDistances.ColumnNames(
                        fromLatitude: question.from.latitude, fromLongitude: question.from.longitude,
                        toLatitude: question.to.latitude, toLongitude: question.to.longitude,
                        system: question.from.system), reading: files.reading)
                return try pairs.run(
                    pairs: files.source, output: files.output, rejects: files.rejects, jobs: files.jobs,
                    onRejection: files.onRejection)
            }
            return try DistanceMatrix(measures, as: form, columns: question.from, reading: files.reading).run(
                places: files.source, output: files.output, rejects: files.rejects, onRejection: files.onRejection)
        }
    } projections: { question, files in
        let rows = ProjectedRows(
            from: question.geographic, to: question.map, isInverse: question.isInverse,
            refusesOutsideArea: question.refusesOutsideArea, columns: question.columns, reading: files.reading)
        return try faults { () throws(MapError) in
            try rows.run(
                rows: files.source, output: files.output, rejects: files.rejects, jobs: files.jobs,
                onRejection: files.onRejection)
        }
    } regions: { question, files in
        try regions(question, files)
    } placeSystem: { name, refusesOutsideArea in
        try faults { () throws(MapError) in
            do throws(ProjectionError) {
                return try PlaceSystem(projected: name, refusesOutsideArea: refusesOutsideArea)
            } catch {
                throw .projection(error)
            }
        }
    } isProjected: { system in
        try faults { () throws(MapError) in
            do throws(ProjectionError) {
                return try ReferenceSystem(system).kind == .projected
            } catch {
                throw .projection(error)
            }
        }
    } surface: { name in
        try faults { () throws(MapError) in
            do throws(ProjectionError) {
                return try LookupSurface(Measure(name))
            } catch {
                throw .projection(error)
            }
        }
    }

    /// Says what went wrong as the command's errors do.
    private static func faults<Result>(_ body: () throws(MapError) -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            switch error {
            case .batch(let error): throw error
            case .projection(.databaseUnavailable), .projection(.contextUnavailable):
                throw Fault.unavailable("\(error)")
            case .projection(.outsideAreaOfUse), .projection(.outsideDomain): throw Fault.data("\(error)")
            case .projection: throw Fault.question("\(error)")
            }
        }
    }
}
