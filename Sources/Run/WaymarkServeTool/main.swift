import WaymarkService

await ServeProgram.main()
