import WaymarkCommand

#if WAYMARK_SERVICE
    import WaymarkService

    if ServeProgram.isAsked { await ServeProgram.main() }
#endif
await WaymarkProgram.main()
