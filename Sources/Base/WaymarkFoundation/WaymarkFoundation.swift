// FoundationEssentials where it is a module of its own, which spares a program the rest of Foundation; else Foundation.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
