extension ColorScale {
    /// From dark violet over green to light yellow, for amounts. Colour-blind safe.
    ///
    /// The colours of viridis by van der Walt and Smith 2015 (CC0), within ΔE_OK 0.008, spaced evenly in Oklab.
    public static let viridis = ColorScale(
        evenlyThrough: [
            0x440154, 0x482677, 0x3f4889, 0x23888e, 0x2fb47c, 0x5ac864, 0x86d549, 0xbddf26, 0xfde725,
        ].map { RGBColor($0) })

    /// From dark blue over grey to light yellow, for amounts; designed for colour vision deficiencies.
    ///
    /// The colours of cividis by Nuñez, Anderton and Renslow 2018, doi:10.1371/journal.pone.0199239, within ΔE_OK 0.005,
    /// spaced evenly in Oklab.
    public static let cividis = ColorScale(
        evenlyThrough: [
            0x00224e, 0x003171, 0x32436d, 0x50576c, 0x7b7a78, 0x918b78, 0xedd54a, 0xfde334, 0xfee838,
        ].map { RGBColor($0) })

    /// From dark blue over white to dark orange, for diverging values such as grade. Colour-blind safe.
    ///
    /// Both halves have equal lightness at equal distances from the middle.
    public static let blueOrange = ColorScale(
        evenlyThrough: [
            0x1b3e69, 0x316ba9, 0x74aade, 0xc1dcf0, 0xf0f0f0, 0xe7d4bb, 0xcc9961, 0x985611, 0x5e2f05,
        ].map { RGBColor($0) })

    /// A cyclic scale for the time of day: dark at midnight, blue in the morning, light at noon, orange in the evening.
    /// Colour-blind safe.
    public static let hours = ColorScale(
        evenlyThrough: [0x31293f, 0x2f5da0, 0x5aa8d4, 0xe9ead3, 0xdb9d4f, 0x9a4729, 0x31293f].map { RGBColor($0) })

    /// The scales above with their names.
    public static let named: [(name: String, scale: ColorScale)] = [
        ("viridis", .viridis), ("cividis", .cividis), ("blue-orange", .blueOrange), ("hours", .hours),
    ]
}
