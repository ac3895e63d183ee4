import Hummingbird
import WaymarkText

/// Why a request has no answer, as RFC 9457 has it: what is wrong, where, and the cure.
struct Problem: Error, Sendable {
    let status: HTTPResponse.Status
    let detail: String
    /// The parameter, header or part of the body at fault.
    var parameter: String?
    var headers = HTTPFields()

    /// A problem; `retryAfter` is the number of seconds after which the client may ask again.
    init(_ status: HTTPResponse.Status, _ detail: String, parameter: String? = nil, retryAfter: Int? = nil) {
        (self.status, self.detail, self.parameter) = (status, detail, parameter)
        headers[.retryAfter] = retryAfter.map { "\($0)" }
    }

    /// A fault of a request.
    static func bad(_ parameter: String?, _ detail: String) -> Problem {
        Problem(.badRequest, detail, parameter: parameter)
    }

    /// A limit of this server that a request exceeds; `option` is the option that sets it.
    static func limit(
        _ status: HTTPResponse.Status, _ detail: String, option: String, retryAfter: Int? = nil
    ) -> Problem {
        Problem(status, "\(detail) (--\(option))", retryAfter: retryAfter)
    }

    /// The problem as JSON.
    var json: ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = []
        bytes.append("{\"type\":\"about:blank\",\"title\":")
        JSONText.append(status.reasonPhrase, to: &bytes)
        bytes += ",\"status\":\(status.code),\"detail\":".utf8
        JSONText.append(detail, to: &bytes)
        if let parameter {
            bytes.append(",\"parameter\":")
            JSONText.append(parameter, to: &bytes)
        }
        bytes.append("}\n")
        return bytes
    }
}
