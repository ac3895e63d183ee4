import WaymarkTrips

/// Which copy of a store a database is, its clock, and what it has of other copies.
struct DeviceTable {
    let db: Database

    struct State {
        let device: UInt64
        /// The latest time of the logical clock.
        var clock: Moment
        /// The number of changes made here, with those that no reader is told of.
        var number: Int64
    }

    func state() throws -> State {
        let rows = try StatementRows(db.cachedStatement(sql: "SELECT id, clock, number FROM device"))
        guard let row = try rows.next(), let id = row.integer(0), let device = UInt64(exactly: id),
            let clock = row.integer(1).flatMap(Moment.init(milliseconds:)), let number = row.integer(2),
            (0..<Int64.max).contains(number)
        else { throw TripStoreError.failed(reason: "the database does not say which copy of a store it is") }
        return State(device: device, clock: clock, number: number)
    }

    func save(_ state: State) throws {
        try db.cachedStatement(sql: "UPDATE device SET clock = ?, number = ?")
            .execute(arguments: [state.clock.milliseconds, state.number])
    }

    /// Becomes another copy: what this one had shared is from now on that of another.
    func renew(_ device: UInt64) throws {
        try db.cachedStatement(sql: "UPDATE device SET id = ?").execute(arguments: [Int64(clamping: device)])
    }

    func applied(from device: UInt64) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT number FROM applied WHERE device = ?")
        return try StatementRows(statement, [Int64(clamping: device)]).next()?.integer(0)
    }

    func setApplied(_ number: Int64, from device: UInt64) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO applied (device, number) VALUES (?, ?)")
            .execute(arguments: [Int64(clamping: device), number])
    }
}
