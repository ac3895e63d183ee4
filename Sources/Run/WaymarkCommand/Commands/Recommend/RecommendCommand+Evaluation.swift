import ArgumentParser
import WaymarkBatch
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

extension RecommendCommand {
    /// Tests weights, and prints figures.
    func evaluateCourses() throws {
        let parts = try readParts()
        let fixed = try weights.map { try readWeights($0) }
        let tables = try readCourses(evaluate)
        let used = parts ?? Self.usualParts(task, tables)
        var progress = ProgressLine(output: output.path)
        defer { progress.clear() }
        func test(_ parts: [ScorePart], _ name: String) -> Evaluation {
            Evaluation(
                of: tables.map(\.data), task: task, parts: parts, folds: folds, themes: themes, weights: fixed,
                diversity: diversity ?? DiverseList().strength
            ) { progress.show(share: $0, of: name) }
        }
        let evaluation = test(used, "testing")
        if evaluation.groups.isEmpty { throw Failure(.badData, "no course can be tested") }
        let report = EvaluationReport(evaluation, files: evaluate)
        if format == .csv {
            progress.clear()
            try output.write(report.csv)
            return try finish(tables)
        }
        var text = "\(questions(evaluation.groups.count)) of \(Self.courses(Set(evaluation.groups).count))"
        text +=
            ", \(tables.reduce(0) { $0 + $1.data.places.places.count }) places; intervals are 95 %, with courses as units.\n\n"
        text += report.text
        if themes == .learned {
            let examples = tables.flatMap(\.examples)
            if Set(examples.map { $0.course % folds }).count > 1 {
                text += "\nThemes from names, each fold by the names of the others:\n\n"
                text += EvaluationReport.text(ThemeEvaluation(examples, folds: folds))
            }
        }
        if ablation {
            var rows = [("all of these", evaluation)]
            for part in used where used.count > 1 {
                rows.append(("without \(part.rawValue)", test(used.filter { $0 != part }, "without \(part.rawValue)")))
            }
            for part in ScorePart.allCases where !used.contains(part) {
                rows.append(("with \(part.rawValue)", test(used + [part], "with \(part.rawValue)")))
            }
            text += "\nAblation of the parts \(used.map(\.rawValue).joined(separator: ", ")):\n\n"
            text += EvaluationReport.ablation(rows)
        }
        progress.clear()
        try output.write(ContiguousArray(text.utf8))
        try finish(tables)
    }

    /// Fits weights, and writes them.
    func fitWeights() throws {
        let parts = try readParts()
        let tables = try readCourses(fit)
        var progress = ProgressLine(output: output.path)
        defer { progress.clear() }
        let used = parts ?? Self.usualParts(task, tables)
        let weights = Evaluation.fittedWeights(on: tables.map(\.data), task: task, parts: used) {
            progress.show(share: $0, of: "fitting")
        }
        progress.clear()
        guard let weights else {
            throw Failure(
                .badData, "no weights could be fitted: nothing that was left out is among the 100 nearest places")
        }
        try output.write(ContiguousArray(weights.json.utf8))
        if !output.quiet { Console.say("fitted; --evaluate tests weights on courses that they were not fitted on") }
        try finish(tables)
    }

    /// The parts that help: by where places are and what they are called; by what was seen together where visitors are known.
    private static func usualParts(_ task: EvaluationTask, _ tables: [CourseTable]) -> [ScorePart] {
        let hasVisitors = tables.contains(where: \.hasVisitors)
        switch task {
        case .between: return [.together, .nearness, .detour] + (hasVisitors ? [.interests] : [])
        case .leftOut:
            return [.nearness, .kinship, .detour, .municipality, .theme, .novelty]
                + (hasVisitors ? [.together, .interests] : [])
        }
    }

    private func readParts() throws -> [ScorePart]? {
        try parts?.split(separator: ",").map { name in
            let name = PlainText.trimmed(String(name))
            guard let part = ScorePart(rawValue: name) else {
                let known = ScorePart.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(.usage, "--parts: there is no part \"\(name)\"; there are \(known)")
            }
            return part
        }
    }

    private func readCourses(_ files: [String]) throws -> [CourseTable] {
        let lexicon = try readLexicon()
        return try files.enumerated().map { number, path in
            var complaints = output.complaints(about: path)
            let table: CourseTable
            do {
                try MemoryLimit.refuse(tooLarge: path)
                var places: CoursePlaces?
                if !attractions.isEmpty {
                    try MemoryLimit.refuse(tooLarge: attractions[number])
                    places = try CoursePlaces(MemorySource(unpacking: attractions[number]), columns: columns.courses)
                    if !output.quiet, let rejected = places?.rejected, let first = rejected.first {
                        Console.say(
                            "\(attractions[number]): \(rejected.count) rows are not places; the first, on line \(first.line): \(first.reason)"
                        )
                    }
                }
                table = try CourseTable(
                    MemorySource(unpacking: path), places: places, columns: columns.courses, options: columns.reading,
                    lexicon: lexicon, rejects: output.rejects, jobs: jobs.count, onRejection: { complaints.add($0) })
            } catch let error as BatchError {
                throw Self.failure(error, path)
            }
            complaints.end()
            try NothingAnswered.refuse(rowsIn: table.summary.rowsIn, answered: table.summary.answered, complaints)
            try say(table, path)
            return table
        }
    }

    private static func failure(_ error: BatchError, _ path: String) -> Failure {
        if case .stops(.columnNotFound(_, "course_id", let seen)) = error {
            return Failure(
                .badData,
                "\(path): no column says which course a visit is of; name it with --course-column NAME, or by number: "
                    + "--course-column '#2'; the columns are: \(seen.prefix(40).joined(separator: ", "))")
        }
        if case .stops(.columnNotFound(_, "place_id", let seen)) = error {
            return Failure(
                .badData,
                "\(path): no column has the id or the name of a visited place; name it with --place-column or --name-column; "
                    + "the columns are: \(seen.prefix(40).joined(separator: ", "))")
        }
        if case .stops(.noCoordinateColumns(_, let seen)) = error, NumberParser.double(seen.first ?? "") == nil {
            let failure = Failure(error)
            return Failure(failure.status, "\(failure.message ?? ""); or give the places with --attractions")
        }
        return Failure(error)
    }

    /// Says what was read.
    private func say(_ table: CourseTable, _ path: String) throws {
        let courses = table.data.courses.count
        let least = task == .between ? 3 : 2
        let short = table.data.courses.count { $0.places.count < least }
        guard short < courses else {
            throw Failure(
                .badData,
                "\(path): no course has \(least) places or more: nothing can be left out of \(courses == 1 ? "the only course" : "any of \(courses) courses")"
            )
        }
        guard !output.quiet else { return }
        let without = short > 0 ? "; \(short) with fewer than \(least) places cannot be tested" : ""
        let known = table.data.places.places.count { $0.theme != nil }
        Console.say(
            "\(path): \(table.summary.answered) visits, \(Self.courses(courses))\(without), \(table.data.places.places.count) places; "
                + "themes from \(table.themes.rawValue), \(known) known")
    }

    private static func courses(_ count: Int) -> String { count == 1 ? "1 course" : "\(count) courses" }

    private func questions(_ count: Int) -> String { count == 1 ? "1 question" : "\(count) questions" }

    private func finish(_ tables: [CourseTable]) throws {
        if strict, tables.contains(where: { $0.summary.rejected > 0 }) { throw Failure.rejectedRows }
    }
}
