import WaymarkWeights

await WeightsProgram.main()
