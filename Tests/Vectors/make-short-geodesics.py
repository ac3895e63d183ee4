"""Writes short-geodesics.csv: lengths of geodesics of WGS 84 up to 198 km, computed with 34 digits.

Bessel's integrals (F. W. Bessel 1825; equations 7 and 8 of Karney 2013, doi:10.1007/s00190-012-0578-z), summed by
Gauss-Legendre quadrature; the line between two given places is found by the secant method on its azimuth and arc.

    python3 make-short-geodesics.py > short-geodesics.csv
"""

import random

from mpmath import atan, atan2, cos, findroot, hypot, matrix, mp, mpf, pi, radians, sin, sqrt, tan

mp.dps = 34
A, F = mpf(6378137), 1 / mpf("298.257223563")
B, EP2 = A * (1 - F), F * (2 - F) / (1 - F) ** 2


def legendre(n):
    nodes = []
    for i in range(n):
        x = cos(pi * (i + mpf(3) / 4) / (n + mpf(1) / 2))
        for _ in range(8):
            p, q = mpf(1), mpf(0)
            for k in range(1, n + 1):
                p, q = ((2 * k - 1) * x * p - (k - 1) * q) / k, p
            slope = n * (x * p - q) / (x * x - 1)
            x -= p / slope
        nodes.append((x, 2 / ((1 - x * x) * slope * slope)))
    return nodes


NODES = legendre(12)


def integral(f, low, high):
    half, middle = (high - low) / 2, (high + low) / 2
    return half * sum(weight * f(middle + half * x) for x, weight in NODES)


def along(latitude, azimuth, arc):
    """Latitude, difference of longitude and length of the geodesic of an arc on the auxiliary sphere; radians."""
    beta = atan((1 - F) * tan(latitude))
    sin0 = sin(azimuth) * cos(beta)
    cos0 = hypot(cos(azimuth), sin(azimuth) * sin(beta))
    start = atan2(sin(beta), cos(azimuth) * cos(beta))
    end = start + arc
    k2 = EP2 * cos0**2
    length = B * integral(lambda t: sqrt(1 + k2 * sin(t) ** 2), start, end)
    omega = atan2(sin0 * sin(end), cos(end)) - atan2(sin0 * sin(start), cos(start))
    omega -= 2 * pi * mp.nint(omega / (2 * pi))
    turn = omega - F * sin0 * integral(lambda t: (2 - F) / (1 + (1 - F) * sqrt(1 + k2 * sin(t) ** 2)), start, end)
    beta2 = atan2(cos0 * sin(end), hypot(cos0 * cos(end), sin0))
    return atan2(sin(beta2), (1 - F) * cos(beta2)), turn, length


def main():
    generator = random.Random(5)
    print("latitude_1,longitude_1,latitude_2,longitude_2,length")
    for number in range(240):
        latitude = generator.uniform(-88, 88) if number % 6 else generator.uniform(-0.3, 0.3)
        longitude = generator.uniform(-179, 177) if number % 5 else 179.9
        azimuth = radians(mpf(generator.uniform(5, 175)))
        arc = mpf(10 ** generator.uniform(0, 5.296)) / A
        latitude_2, turn, _ = along(radians(mpf(latitude)), azimuth, arc)
        # The nearest doubles are the places; what is wanted is the line between just these.
        latitude_2, turn = float(latitude_2 * 180 / pi), turn * 180 / pi
        longitude_2 = float(longitude + turn)
        if longitude_2 > 180:
            longitude_2 = float(longitude + turn - 360)
        target = (mpf(longitude_2) - mpf(longitude)) % 360

        def miss(azimuth, arc):
            reached, turned, _ = along(radians(mpf(latitude)), azimuth, arc)
            return matrix([(reached - radians(mpf(latitude_2))) * 1e6, (turned - radians(target)) * 1e6])

        solved = findroot(miss, (azimuth, arc), tol=mpf(10) ** -44)
        length = along(radians(mpf(latitude)), solved[0], solved[1])[2]
        print(f"{latitude!r},{longitude!r},{latitude_2!r},{longitude_2!r},{mp.nstr(length, 22)}")


main()
