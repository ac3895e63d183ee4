import ArgumentParser
import WaymarkC
import WaymarkTables

/// Refuses outputs that would overwrite each other or an input.
package enum SameFiles {
    /// A path as given, and its role: an option's name, or words such as `the stops`.
    package struct Use {
        package let role: String
        package let path: String

        package init(_ role: String, _ path: String) { (self.role, self.path) = (role, path) }
    }

    /// - Throws: `ValidationError` if an output is the same file as an input or another output, under any spelling.
    package static func refuse(outputs: [Use], inputs: [Use]) throws {
        for (i, output) in outputs.enumerated() {
            // Two outputs cannot share one stream such as `-`.
            if let descriptor = OpenDescriptor.number(of: output.path),
                let other = outputs[..<i].first(where: { OpenDescriptor.number(of: $0.path) == descriptor })
            {
                throw ValidationError("\(other.role) and \(output.role) cannot be the same.")
            }
            guard let file = FileIdentity(path: output.path, standard: STDOUT_FILENO) else { continue }
            for other in outputs[..<i]
            where FileIdentity(path: other.path, standard: STDOUT_FILENO)?.isSame(as: file) ?? false {
                throw ValidationError("\(other.role) and \(output.role) cannot be the same file: \(output.path)")
            }
            for input in inputs
            where FileIdentity(path: input.path, standard: STDIN_FILENO)?.isSame(as: file) ?? false {
                throw ValidationError(
                    "\(output.role) would overwrite an input: \(output.path) is the file of \(input.role).")
            }
        }
    }
}
