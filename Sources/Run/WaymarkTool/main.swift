import WaymarkCommand

await WaymarkProgram.main()
