# syntax=docker/dockerfile:1

# waymark with everything, in two stages: docker build --tag waymark . && docker run --rm -v "$PWD/data:/data" waymark \
#     nearby /data/stops.csv --attractions /data/attractions.csv
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libgeos-dev libproj-dev libsqlite3-dev make python3 zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /waymark
COPY Package.swift Makefile LICENSE README.md CHANGELOG.md ./
COPY .ci .ci
COPY Sources Sources
COPY Tests Tests
RUN make install PREFIX=/usr/local DESTDIR=/installed

# The same Debian, so that libproj, libgeos, libsqlite3, libcurl and zlib are those of the build.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates libcurl4 libgeos-c1v5 libjs-leaflet libproj25 libsqlite3-0 zlib1g \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed/usr/local /usr/local
USER nobody
WORKDIR /data
ENTRYPOINT ["waymark"]
CMD ["--help"]
