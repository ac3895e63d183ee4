// The C++ peers, one thread: the questions of PeerQuestions, asked of a linear scan (which is also the truth that every
// answer is compared with), nanoflann and the R-tree of Boost.Geometry.
//
//     peers scan|nanoflann|boost --data N.f64 --queries Q.f64 --radius 10000 --k 10 --check 100 --runs 5 --q 512
//           --answers FOLDER
//
// Files hold little-endian doubles, latitude and longitude in degrees. Prints a JSON line for each question. The trees
// hold unit vectors: a circle on the sphere is a ball in space, of the chord's radius, at any latitude.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#if __has_include(<nanoflann.hpp>)
#include <nanoflann.hpp>
#define HAS_NANOFLANN 1
#endif
#if __has_include(<boost/geometry/index/rtree.hpp>)
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#define HAS_BOOST 1
#endif

constexpr double earthRadius = 6371008.8;  // metres
constexpr double radiansPerDegree = 0.017453292519943295769;

struct Place { double latitude, longitude; };
struct Vector { double x, y, z; };

struct Hit {
    double metres;
    uint64_t id;
    bool operator<(const Hit &other) const { return metres != other.metres ? metres < other.metres : id < other.id; }
};
using Hits = std::vector<Hit>;

Vector unitVector(Place place) {
    double latitude = place.latitude * radiansPerDegree, longitude = place.longitude * radiansPerDegree;
    double c = std::cos(latitude);
    return {c * std::cos(longitude), c * std::sin(longitude), std::sin(latitude)};
}

double squaredChord(double metres) {
    double chord = 2 * std::sin(std::min(metres / earthRadius, M_PI) / 2);
    return chord * chord;
}

double metresOfSquaredChord(double squared) {
    return 2 * earthRadius * std::asin(std::min(1.0, std::sqrt(squared) / 2));
}

/// What a peer answers. Hits are appended, `within` in any order, `nearest` nearest first.
struct Peer {
    virtual ~Peer() = default;
    virtual size_t count(Place center, double radius) = 0;
    virtual void within(Place center, double radius, Hits &hits) = 0;
    virtual void nearest(Place center, size_t count, Hits &hits) = 0;
};
using Places = std::vector<Place>;

/// The plain haversine formula over all points: the naive way, and the truth. Shares nothing with the others.
struct Scan final : Peer {
    const Places &places;
    explicit Scan(const Places &places) : places(places) {}

    static double haversine(Place a, Place b) {
        double s = std::sin((b.latitude - a.latitude) * radiansPerDegree / 2);
        double t = std::sin((b.longitude - a.longitude) * radiansPerDegree / 2);
        double h = s * s + std::cos(a.latitude * radiansPerDegree) * std::cos(b.latitude * radiansPerDegree) * t * t;
        return 2 * earthRadius * std::asin(std::sqrt(std::min(1.0, h)));
    }
    size_t count(Place center, double radius) override {
        return std::count_if(places.begin(), places.end(), [&](Place p) { return haversine(center, p) <= radius; });
    }
    void within(Place center, double radius, Hits &hits) override {
        for (size_t i = 0; i < places.size(); i++) {
            double metres = haversine(center, places[i]);
            if (metres <= radius) hits.push_back({metres, i});
        }
    }
    void nearest(Place center, size_t count, Hits &hits) override {
        Hits all;
        within(center, INFINITY, all);
        count = std::min(count, all.size());
        std::partial_sort(all.begin(), all.begin() + count, all.end());
        hits.insert(hits.end(), all.begin(), all.begin() + count);
    }
};

#if HAS_NANOFLANN
struct Nanoflann final : Peer {
    struct Cloud {
        std::vector<Vector> vectors;
        size_t kdtree_get_point_count() const { return vectors.size(); }
        double kdtree_get_pt(size_t i, size_t axis) const { return (&vectors[i].x)[axis]; }
        template <class Box> bool kdtree_get_bbox(Box &) const { return false; }
    };
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3, uint32_t>;

    /// Takes what lies in the ball, its surface too. (nanoflann's own result set leaves the surface out.)
    template <class Take> struct Ball {
        using DistanceType = double;
        double squaredRadius;
        Take take;
        size_t taken = 0;
        size_t size() const { return taken; }
        bool full() const { return true; }
        double worstDist() const { return std::nextafter(squaredRadius, INFINITY); }
        bool addPoint(double squared, uint32_t id) {
            if (squared <= squaredRadius) { taken++; take(squared, id); }
            return true;
        }
    };

    Cloud cloud;
    std::unique_ptr<Tree> tree;

    explicit Nanoflann(const Places &places) {
        cloud.vectors.resize(places.size());
        std::transform(places.begin(), places.end(), cloud.vectors.begin(), unitVector);
        tree = std::make_unique<Tree>(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16));
        tree->buildIndex();
    }
    template <class Take> size_t each(Place center, double radius, Take take) {
        Vector v = unitVector(center);
        Ball<Take> ball{squaredChord(radius), take};
        tree->findNeighbors(ball, &v.x, nanoflann::SearchParams());
        return ball.taken;
    }
    size_t count(Place center, double radius) override { return each(center, radius, [](double, uint32_t) {}); }
    void within(Place center, double radius, Hits &hits) override {
        each(center, radius, [&](double squared, uint32_t id) { hits.push_back({metresOfSquaredChord(squared), id}); });
    }
    void nearest(Place center, size_t count, Hits &hits) override {
        Vector v = unitVector(center);
        std::vector<uint32_t> ids(count);
        std::vector<double> squared(count);
        count = tree->knnSearch(&v.x, count, ids.data(), squared.data());
        for (size_t i = 0; i < count; i++) hits.push_back({metresOfSquaredChord(squared[i]), ids[i]});
    }
};
#endif

#if HAS_BOOST
namespace bg = boost::geometry;

struct BoostRTree final : Peer {
    using Point = bg::model::point<double, 3, bg::cs::cartesian>;
    using Item = std::pair<Point, uint32_t>;
    bg::index::rtree<Item, bg::index::linear<16>> tree;

    static Point point(Vector v) { return {v.x, v.y, v.z}; }
    static double squaredDistance(const Item &item, Vector v) {
        double x = bg::get<0>(item.first) - v.x, y = bg::get<1>(item.first) - v.y, z = bg::get<2>(item.first) - v.z;
        return x * x + y * y + z * z;
    }
    static std::vector<Item> items(const Places &places) {
        std::vector<Item> items(places.size());
        for (size_t i = 0; i < places.size(); i++) items[i] = {point(unitVector(places[i])), uint32_t(i)};
        return items;
    }
    explicit BoostRTree(const Places &places) : tree(items(places)) {}  // from a range: packed

    template <class Take> void each(Place center, double radius, Take take) {
        Vector v = unitVector(center);
        double squaredRadius = squaredChord(radius), r = std::sqrt(squaredRadius) * (1 + 1e-12);
        bg::model::box<Point> box(point({v.x - r, v.y - r, v.z - r}), point({v.x + r, v.y + r, v.z + r}));
        tree.query(bg::index::intersects(box), boost::make_function_output_iterator([&](const Item &item) {
            double squared = squaredDistance(item, v);
            if (squared <= squaredRadius) take(squared, item.second);
        }));
    }
    size_t count(Place center, double radius) override {
        size_t count = 0;
        each(center, radius, [&](double, uint32_t) { count++; });
        return count;
    }
    void within(Place center, double radius, Hits &hits) override {
        each(center, radius, [&](double squared, uint32_t id) { hits.push_back({metresOfSquaredChord(squared), id}); });
    }
    void nearest(Place center, size_t count, Hits &hits) override {
        Vector v = unitVector(center);
        size_t before = hits.size();
        auto take = [&](const Item &item) {
            hits.push_back({metresOfSquaredChord(squaredDistance(item, v)), item.second});
        };
        tree.query(bg::index::nearest(point(v), unsigned(count)), boost::make_function_output_iterator(take));
        std::sort(hits.begin() + before, hits.end());
    }
};
#endif

double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

Places load(const std::string &path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    Places places(file ? size_t(file.tellg()) / sizeof(Place) : 0);
    file.seekg(0);
    if (!file.read(reinterpret_cast<char *>(places.data()), places.size() * sizeof(Place))) {
        std::cerr << "peers: cannot read " << path << "\n";
        exit(66);
    }
    return places;
}

/// Median of up to `runs` runs in seconds; fewer where they take more than two seconds together.
double median(int runs, const std::function<void()> &body) {
    std::vector<double> seconds;
    double total = 0;
    while (int(seconds.size()) < runs && (seconds.empty() || total < 2)) {
        double start = now();
        body();
        seconds.push_back(now() - start);
        total += seconds.back();
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

struct Questions {
    std::string name, answers;
    Places places, queries;
    double radius;
    size_t k, check, sample;
    int runs;

    void row(const char *question, double seconds, size_t asked, double hits) const {
        printf("{\"peer\":\"%s\",\"workload\":\"%s\",\"n\":%zu,\"q\":%zu,\"median_ns\":%.3f,\"hits_per_q\":%.3f}\n",
            name.c_str(), question, places.size(), asked, seconds * 1e9 / asked, hits);
        fflush(stdout);
    }

    /// `answer` fills the hits and returns how many there are (for a count, without the hits).
    void ask(const char *question, const std::function<size_t(Place, Hits &)> &answer) const {
        Hits hits;
        std::ofstream file(answers + "/" + question, std::ios::binary);
        for (size_t i = 0; i < std::min(check, queries.size()); i++) {
            hits.clear();
            uint64_t count = answer(queries[i], hits);
            file.write(reinterpret_cast<char *>(&count), sizeof count);
            for (Hit &hit : hits) file.write(reinterpret_cast<char *>(&hit.id), sizeof hit.id);
            for (Hit &hit : hits) file.write(reinterpret_cast<char *>(&hit.metres), sizeof hit.metres);
        }
        size_t asked = 1, found = 0;
        auto run = [&] {
            found = 0;
            for (size_t i = 0; i < asked; i++) { hits.clear(); found += answer(queries[i], hits); }
        };
        // Nearest, or without a sample size: as many queries as take 50 ms. Never more than take 1.2 s.
        double seconds = median(1, run);
        while (seconds < 0.005 && asked < queries.size()) {
            asked = std::min(queries.size(), asked * 4);
            seconds = median(1, run);
        }
        double each = seconds / asked;
        asked = sample && std::string(question) != "knn" ? sample : std::max(size_t(64), size_t(0.05 / each));
        asked = std::min({asked, queries.size(), std::max(size_t(4), size_t(1.2 / each))});
        seconds = median(runs, run);
        row(question, seconds, asked, double(found) / asked);
    }

    template <class P> void askAll() const {
        std::unique_ptr<Peer> peer;
        double seconds = median(runs, [&] { peer.reset(); peer = std::make_unique<P>(places); });
        if (name != "scan") row("build", seconds, places.size(), 0);
        ask("within_sorted", [&](Place q, Hits &h) {
            peer->within(q, radius, h);
            std::sort(h.begin(), h.end());
            return h.size();
        });
        ask("within_ids", [&](Place q, Hits &h) { peer->within(q, radius, h); return h.size(); });
        ask("within_count", [&](Place q, Hits &) { return peer->count(q, radius); });
        ask("knn", [&](Place q, Hits &h) { peer->nearest(q, k, h); return h.size(); });
    }
};

int main(int count, char **arguments) {
    std::map<std::string, std::string> options;
    for (int i = 2; i + 1 < count; i += 2) options[arguments[i]] = arguments[i + 1];
    Questions questions{count > 1 ? arguments[1] : "", options["--answers"], load(options["--data"]),
        load(options["--queries"]), std::stod(options["--radius"]), std::stoul(options["--k"]),
        std::stoul(options["--check"]), std::stoul(options["--q"]), std::stoi(options["--runs"])};
    if (questions.name == "scan") { questions.askAll<Scan>(); return 0; }
#if HAS_NANOFLANN
    if (questions.name == "nanoflann") { questions.askAll<Nanoflann>(); return 0; }
#endif
#if HAS_BOOST
    if (questions.name == "boost") { questions.askAll<BoostRTree>(); return 0; }
#endif
    std::cerr << "its headers were not found\n";
    return 69;
}
