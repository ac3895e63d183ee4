"""Answers `waymark nearby` for a CSV of stops on Apache Spark.

    spark-submit --master MASTER nearby_spark.py STOPS --attractions FILE --id-column NAME --output FOLDER \
        [--waymark PATH] [--partitions N] [-- OPTIONS OF waymark nearby]

Each partition of STOPS is piped through `waymark nearby`, the attractions being shipped with the job. FOLDER gets the
header as `header.csv` and the rows as Spark's `part-*`, in the order of the stops: `cat FOLDER/header.csv
FOLDER/part-*` is what one process writes. Any exit code of waymark but 0 fails the task, which Spark tries again
`spark.task.maxFailures` times before it fails the job.

The stops are UTF-8, with an id of their own in each row (a row's number in its partition means nothing), and without
line ends inside quotes, which Spark's lines do not respect: such a file is refused here and cut by `--shard` instead.
"""

import argparse
import itertools
import os
import shlex
import shutil
import subprocess
import sys

from pyspark import SparkConf, SparkContext


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stops", help="a path that every worker can read, in any file system that Spark knows")
    parser.add_argument("--attractions", required=True, help="any file that waymark takes, .waymark or CSV")
    parser.add_argument("--id-column", required=True, help="the column of the stops that holds their ids")
    parser.add_argument("--output", required=True, help="a folder that does not exist yet")
    parser.add_argument("--waymark", default=shutil.which("waymark"), help="where waymark is on every worker")
    parser.add_argument("--delimiter", default=",")
    parser.add_argument("--partitions", type=int, default=None, help="the least number of partitions")
    ours, options = sys.argv[1:], []
    if "--" in ours:
        at = ours.index("--")
        ours, options = ours[:at], ours[at + 1 :]
    return parser.parse_args(ours), options


def main():
    args, options = arguments()
    if not args.waymark:
        sys.exit("nearby_spark: waymark is not on the PATH: give --waymark")
    common = ["--id-column", args.id_column, "--encoding", "utf-8", "--delimiter", args.delimiter, *options]

    spark = SparkContext(conf=SparkConf().setIfMissing("spark.app.name", "waymark nearby"))
    spark.addFile(args.attractions)
    lines = spark.textFile(args.stops, args.partitions)
    if not lines.filter(lambda line: line.count('"') % 2 == 1).isEmpty():
        sys.exit(f"nearby_spark: {args.stops} has line ends inside quotes: cut it by --shard instead")
    header = lines.first().removeprefix("\ufeff")

    def with_header(number, partition):
        rows = itertools.islice(partition, 1, None) if number == 0 else partition
        return itertools.chain([header], rows)

    # Shipped files lie in the working folder of every executor.
    command = [args.waymark, "nearby", "-", "--attractions", os.path.basename(args.attractions), *common]
    command += ["--no-output-header", "--jobs", "1", "--quiet"]
    environment = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    rows = lines.mapPartitionsWithIndex(with_header).pipe(shlex.join(command), env=environment, checkCode=True)
    rows.saveAsTextFile(args.output)

    # The header as waymark writes it for no stops at all.
    head = [args.waymark, "nearby", "-", "--attractions", args.attractions, *common, "--quiet"]
    text = subprocess.run(head, input=header + "\n", text=True, encoding="utf-8", check=True, stdout=subprocess.PIPE)
    path = spark._jvm.org.apache.hadoop.fs.Path(args.output, "header.csv")
    stream = path.getFileSystem(spark._jsc.hadoopConfiguration()).create(path)
    stream.write(bytearray(text.stdout.encode("utf-8")))
    stream.close()
    spark.stop()


if __name__ == "__main__":
    main()
