import WaymarkQuestions
import WaymarkText

/// The table of routes as an OpenAPI document, and as a page.
enum OpenAPI {
    /// The document, version 3.1.
    static let document: String = {
        var paths: [String] = []
        for endpoint in Endpoint.all {
            let operations = endpoint.methods.map { method in
                "\(JSONText.of(method.rawValue.lowercased())):\(method == .get ? get(endpoint) : post(endpoint))"
            }
            paths.append("\(JSONText.of(endpoint.path)):{\(operations.joined(separator: ","))}")
        }
        return """
            {"openapi":"3.1.0","info":{"title":"Waymark","version":"1","description":"What is near, what it is called, what else to see, on which day, in what order, by which way."},\
            "paths":{\(paths.joined(separator: ",\n"))},\
            "components":{"securitySchemes":{"token":{"type":"http","scheme":"bearer"}},\
            "schemas":{"Problem":{"type":"object","required":["type","title","status","detail"],"properties":{"type":{"type":"string"},"title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string"},"parameter":{"type":"string"}}},\
            "Results":{"type":"object","required":["data","results","rejected"],"properties":{"data":{"type":"string"},"attribution":{"type":"string"},"exact":{"type":"boolean"},"dropped":{"type":"array","items":{"type":"string"}},"corrected":{"type":"array","items":{"type":"string"}},"results":{"type":"array","items":{"type":"object"}},"rejected":{"type":"array","items":{"type":"object"}}}},\
            "Features":{"type":"object","required":["type","features"],"properties":{"type":{"const":"FeatureCollection"},"attribution":{"type":"string"},"features":{"type":"array","items":{"type":"object"}}}},\
            \(planSchemas),\(placeSchemas),\
            "OSRM":{"type":"object","required":["code"],"properties":{"code":{"type":"string"},"message":{"type":"string"}}}}}}

            """
    }()

    /// The values of OSRM's options.
    private static let osrmPatterns: [String: String] = [
        "generate_hints": "true|false", "skip_waypoints": "true|false", "steps": "true|false",
        "roundtrip": "true|false", "overview": "simplified|full|false", "geometries": "polyline|polyline6|geojson",
        "source": "any|first",
        "destination": "any|last", "continue_straight": "default|true|false", "alternatives": "true|false|[0-9]",
        "annotations": "true|false|(duration|distance)(,(duration|distance))?", "number": "[1-9][0-9]{0,2}",
        "sources": "all|[0-9]{1,3}(;[0-9]{1,3})*", "destinations": "all|[0-9]{1,3}(;[0-9]{1,3})*",
        "radiuses": "(unlimited|[0-9]{1,6})?(;(unlimited|[0-9]{1,6})?)*",
        "bearings": "([0-9]{1,3},[0-9]{1,3})?(;([0-9]{1,3},[0-9]{1,3})?)*",
        "approaches": "(curb|opposite|unrestricted)?(;(curb|opposite|unrestricted)?)*",
        "exclude": "[a-z]+(,[a-z]+)*", "snapping": "default|any", "scale_factor": "1",
    ]

    private static func get(_ endpoint: Endpoint) -> String {
        var parameters = endpoint.queryParameters.map { parameter(of: $0) }
        if case .osrm(let options, _) = endpoint.kind {
            // The nearest roads are those of one place.
            let more = options.contains("number") ? "" : "(;-?1?[0-7]?[0-9],-?[0-8]?[0-9]){1,5}"
            parameters = [
                "{\"name\":\"profile\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\",\"pattern\":\"^[A-Za-z0-9_-]{1,32}$\"}}",
                "{\"name\":\"coordinates\",\"in\":\"path\",\"required\":true,\"description\":\"longitude,latitude;longitude,latitude;...\",\"schema\":{\"type\":\"string\",\"pattern\":\"^-?1?[0-7]?[0-9],-?[0-8]?[0-9]\(more)$\"}}",
            ]
            parameters += options.map { name in
                var schema = "{\"type\":\"string\"}"
                if let pattern = osrmPatterns[name] {
                    schema = "{\"type\":\"string\",\"pattern\":" + JSONText.of("^(" + pattern + ")$") + "}"
                }
                return "{\"name\":\(JSONText.of(name)),\"in\":\"query\",\"schema\":\(schema)}"
            }
        } else {
            let named = endpoint.path.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } }
            parameters =
                named.map { name in
                    "{\"name\":\"\(name)\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\"}}"
                } + parameters
        }
        return operation(endpoint, parameters, body: nil, forms: endpoint.forms)
    }

    private static func post(_ endpoint: Endpoint) -> String {
        let members = endpoint.bodyParameters.map { parameter in
            let schema =
                parameter.mayRepeat
                ? "{\"type\":\"array\",\"items\":\(parameter.schema),\"maxItems\":20}" : parameter.schema
            return "\(JSONText.of(parameter.name)):\(schema)"
        }
        if case .plan = endpoint.kind {
            let all = members + ["\(JSONText.of(PlanAnswer.earlier)):\(reference("Plan"))"]
            let schema =
                "{\"type\":\"object\",\"anyOf\":[{\"required\":[\"start\"]},{\"required\":[\"\(PlanAnswer.earlier)\"]}],\"additionalProperties\":false,\"properties\":{\(all.joined(separator: ","))}}"
            return operation(
                endpoint, [],
                body: "{\"required\":true,\"content\":{\"application/json\":{\"schema\":\(schema)}}}",
                forms: endpoint.forms)
        }
        let required = endpoint.columns.filter(\.isRequired).map { JSONText.of($0.name) }.joined(separator: ",")
        let columns = endpoint.columns.map { "\(JSONText.of($0.name)):\($0.schema)" }.joined(separator: ",")
        let place =
            "{\"type\":\"object\",\"required\":[\(required)],\"additionalProperties\":false,\"properties\":{\(columns)}}"
        let list =
            "\(JSONText.of(endpoint.list)):{\"type\":\"array\",\"minItems\":1,\"maxItems\":100,\"items\":\(place)}"
        var content =
            "\"application/json\":{\"schema\":{\"type\":\"object\",\"required\":[\(JSONText.of(endpoint.list))],\"additionalProperties\":false,\"properties\":{\(([list] + members).joined(separator: ","))}}}"
        var parameters: [String] = []
        var forms = endpoint.forms
        for type in endpoint.tables { content += ",\"\(type)\":{\"schema\":{\"type\":\"string\"}}" }
        if !endpoint.tables.isEmpty {
            parameters = endpoint.bodyParameters.map { parameter(of: $0, isOptional: true) }
        }
        if let question = endpoint.streams { forms = [.json] + question.forms }
        return operation(
            endpoint, parameters, body: "{\"required\":true,\"content\":{\(content)}}",
            forms: forms)
    }

    private static func parameter(of parameter: Parameter, isOptional: Bool = false) -> String {
        var schema =
            parameter.mayRepeat
            ? "{\"type\":\"array\",\"items\":\(parameter.schema),\"maxItems\":20}" : parameter.schema
        if let usual = parameter.usual {
            let value =
                switch parameter.kind {
                case .integer, .number: usual
                default: JSONText.of(usual)
                }
            schema = schema.dropLast() + ",\"default\":\(value)}"
        }
        var text =
            "{\"name\":\(JSONText.of(parameter.name)),\"in\":\"query\",\"description\":\(JSONText.of(parameter.help)),"
        if parameter.isRequired, !isOptional { text += "\"required\":true," }
        if let example = parameter.example {
            let isNumber = if case .number = parameter.kind { true } else { false }
            text += "\"example\":\(isNumber ? example : JSONText.of(example)),"
        }
        return text + "\"schema\":\(schema)}"
    }

    private static func operation(_ endpoint: Endpoint, _ parameters: [String], body: String?, forms: [Media]) -> String
    {
        var content = ""
        for form in forms {
            let schema: String
            switch (form, endpoint.kind) {
            case (.json, .osrm): schema = reference("OSRM")
            case (.json, .batch), (.json, .single): schema = reference("Results")
            case (.json, .plan): schema = reference("Plan")
            case (.json, .place): schema = reference("PlaceAnswer")
            case (.json, _): schema = "{\"type\":\"object\"}"
            case (.geojson, _): schema = reference("Features")
            default: schema = "{\"type\":\"string\"}"
            }
            content += (content.isEmpty ? "" : ",") + "\(JSONText.of(form.essence)):{\"schema\":\(schema)}"
        }
        var answers = ["\"200\":{\"description\":\"The answer.\",\"content\":{\(content)}}"]
        let problem =
            "\"content\":{\"application/problem+json\":{\"schema\":{\"$ref\":\"#/components/schemas/Problem\"}}}"
        if case .osrm = endpoint.kind {
            for status in [400, 413, 502, 503, 504] {
                answers.append(
                    "\"\(status)\":{\"description\":\"Why there is no answer.\",\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"#/components/schemas/OSRM\"}}}}"
                )
            }
        } else if case .plain = endpoint.kind {
            if endpoint.path == "/readyz" {
                answers.append(
                    "\"503\":{\"description\":\"Not ready.\",\"content\":{\"text/plain\":{\"schema\":{\"type\":\"string\"}}}}"
                )
            }
            answers.append("\"400\":{\"description\":\"An unknown parameter.\",\(problem)}")
        } else {
            let statuses = [400, 401, 404, 406, 408, 413, 415, 429, 502, 503, 504]
            for status in statuses {
                answers.append("\"\(status)\":{\"description\":\"Why there is no answer.\",\(problem)}")
            }
            if body == nil { answers.append("\"304\":{\"description\":\"The answer that the client has.\"}") }
        }
        // Before a route begins to answer.
        for (status, reason) in [(401, "No token."), (429, "Too many requests."), (431, "Too long headers.")]
        where !answers.contains(where: { $0.hasPrefix("\"\(status)\"") }) {
            answers.append("\"\(status)\":{\"description\":\"\(reason)\",\(problem)}")
        }
        let summary = "\"summary\":\(JSONText.of(endpoint.summary)),"
        let given = parameters.isEmpty ? "" : "\"parameters\":[\(parameters.joined(separator: ","))],"
        return
            "{\(summary)\(given)\(body.map { "\"requestBody\":\($0)," } ?? "")\"responses\":{\(answers.joined(separator: ","))}}"
    }

    /// The page: a table of each route's parameters, without a script.
    static let page: String = {
        var text = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Waymark: questions over HTTP</title>
            <style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}code{background:#8882;padding:0 .2em}
            table{border-collapse:collapse;width:100%}td{border-top:1px solid #8884;padding:.2rem .4rem;vertical-align:top}
            :root{color-scheme:light dark}</style>
            <h1>Waymark</h1><p>The same as an <a href="openapi.json">OpenAPI document</a>.</p>

            """
        for endpoint in Endpoint.all {
            let methods = endpoint.methods.map(\.rawValue).joined(separator: ", ")
            text += "<h2><code>\(methods) \(escaped(endpoint.path))</code></h2><p>\(escaped(endpoint.summary)) "
            text += "Answers: \(endpoint.forms.map(\.essence).joined(separator: ", ")).</p>\n"
            if endpoint.queryParameters.isEmpty { continue }
            text += "<table>"
            for parameter in endpoint.queryParameters {
                let usual = parameter.usual.map { " Default: \($0)." } ?? ""
                text += "<tr><td><code>\(escaped(parameter.name))</code>\(parameter.isRequired ? " (required)" : "")"
                text += "<td>\(escaped(parameter.help + usual))</tr>\n"
            }
            text += "</table>\n"
        }
        return text
    }()

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
