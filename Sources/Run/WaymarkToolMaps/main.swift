import WaymarkCommand

await WaymarkProgram.main(maps: .withPROJ)
