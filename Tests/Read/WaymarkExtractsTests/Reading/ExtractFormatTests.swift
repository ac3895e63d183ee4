import Foundation
import TestSupport
import Testing
import WaymarkExtracts
import WaymarkFiles

@Suite("Formats of extracts")
struct ExtractFormatTests {
    @Test("what is often taken for an extract is refused by name, with a remedy")
    func refused() throws {
        for (bytes, found) in [
            ([], "an empty file; download it again"),
            (
                Array("version https://git-lfs.github.com/spec/v1\noid sha256:1\n".utf8),
                "a pointer of Git LFS; get the file itself: git lfs pull"
            ),
            (Array("<!DOCTYPE html><html>".utf8), "a web page; look at it in a browser"),
            (Array("\n <html><head>".utf8), "a web page; look at it in a browser"),
            ([0xFF, 0xE0, 0x04, 0x6F, 0x35, 0x6D, 0x32], "an o5m file; convert it: osmium cat"),
            (Array("BZh91AY".utf8), "a file packed by bzip2; unpack it: bunzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "a file packed by xz; unpack it: unxz"),
            ([0x28, 0xB5, 0x2F, 0xFD, 0], "a file packed by zstd; unpack it: unzstd"),
            ([0x50, 0x4B, 3, 4, 0], "a ZIP archive; unpack it: unzip"),
            (Array("{\"elements\":[]}".utf8), "JSON; ask Overpass for XML: [out:xml]"),
            (Array("id,name,lat,lon\n".utf8), "something else; download one from download.geofabrik.de"),
            ([0, 0, 0, 1], "something else"),
            (Array(try gzip(PBFWriter().file([]))), "one packed by gzip once more; unpack it: gunzip"),
        ] as [([UInt8], String)] {
            let text = errorText(bytes)
            #expect(
                text.hasPrefix("test.osm: not an extract of OpenStreetMap (.osm.pbf, .osm or .osm.gz) but \(found)"),
                "\(text)")
        }
        #expect(
            errorText([0xFF, 0xFE, 0x3C, 0])
                == "test.osm: XML in UTF-16 cannot be read; convert it to UTF-8: iconv -f UTF-16 -t UTF-8")
    }

    @Test("a file is found by its contents, whatever its name; a pipe and a folder are refused")
    func files() throws {
        try withFolder { folder in
            let objects: [[MapObject]] = [[.node(1, latitude: 2, longitude: 3)]]
            let path = folder + "/extract.txt"
            try Data(PBFWriter().file(objects)).write(to: URL(filePath: path))
            let extract = try MapExtract(contentsOf: path)
            #expect(extract.name == path)
            #expect(try objectLines(of: extract, .all, jobs: 2) == ["point 1 2 3"])
            #expect(throws: ExtractError.file(.notFound(path: folder + "/none"))) {
                try MapExtract(contentsOf: folder + "/none")
            }
            #expect(throws: ExtractError.file(.isDirectory(path: folder))) { try MapExtract(contentsOf: folder) }
            #expect(throws: ExtractError.notRepeatable(file: "standard input")) { try MapExtract(contentsOf: "-") }
            let pipe = folder + "/pipe"
            #expect(unsafe mkfifo(pipe, 0o600) == 0)
            let error = #expect(throws: ExtractError.notRepeatable(file: pipe)) { try MapExtract(contentsOf: pipe) }
            #expect(
                error?.description == """
                    cannot read \(pipe): an extract is read more than once, which a pipe cannot be; save it as a file first
                    """)
        }
    }
}
