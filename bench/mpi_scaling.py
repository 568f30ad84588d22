#!/usr/bin/env python3
"""What rimau-mpi costs, and what it would cost on many machines.

    bench/mpi_scaling.py measure --program build/release/rimau-mpi   measures; rows for docs/data/mpi-scaling.csv
    bench/mpi_scaling.py table                                       the tables of docs/scaling.md, from that file

The extrapolation uses the measured rows and what NODE assumes of a machine.
"""

import argparse
import csv
import math
import os
import re
import resource
import subprocess
import sys
import tempfile

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "data", "mpi-scaling.csv")
FIELDS = ["game", "men", "ranks", "entries", "seconds", "processor_seconds", "busiest_seconds", "bytes_sent",
          "messages", "MiB_each", "level_entries", "level_processor_seconds", "level_bytes_sent", "writing_seconds",
          "table_bytes"]

# A plain machine of a cluster: one rank a core; what it can send and receive at once; what a message costs.
NODE = {"cores": 32, "network_bytes_per_second": 1.25e9, "message_seconds": 2e-6}


def binomial(n, k):
    return math.comb(n, k) if 0 <= k <= n else 0


class Game:
    """The mountain board: 37 points, four symmetries of which two mirrors fix 9 and 5 points and their product one."""

    def __init__(self, name, tigers, men, longest_leap):
        self.name, self.tigers, self.men, self.longest_leap = name, tigers, men, longest_leap
        self.slots = 37 - tigers
        self.representatives = self.tiger_orbits()

    def tiger_orbits(self):
        """Burnside: sets fixed by each symmetry, of `tigers` points, where f points are fixed and the rest pair up."""
        total = 0
        for fixed in (37, 9, 5, 1):
            pairs = (37 - fixed) // 2
            total += sum(binomial(pairs, p) * binomial(fixed, self.tigers - 2 * p) for p in range(self.tigers // 2 + 1))
        return total // 4

    def entries(self, men):
        return self.representatives * binomial(self.slots, men)

    def sliding(self):
        return 2 * sum(self.entries(k) for k in range(1, self.men + 1))

    def levels(self, hand):
        return 2 * sum(self.entries(k) for level in range(1, hand + 1) for k in range(1, self.men - level + 1))

    def peak_memory(self):
        """Bytes of all ranks together: a slice with both sides to move, the slices that captures lead to, the sets."""
        def need(k):
            below = sum(self.entries(j) for j in range(max(1, k - self.longest_leap), k))
            return 2 * self.entries(k) + below + binomial(self.slots, k) // 8 + self.entries(k) // 64
        return max(need(k) for k in range(1, self.men + 1))


def measure_one(program, launcher, game, men, ranks):
    with tempfile.TemporaryDirectory(prefix="rimau-scaling-") as folder:
        command = launcher + ["-n", str(ranks), program, "solve", game, "--out", folder, "--max-men", str(men)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        sliding_file = next(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names
                            if name == "t0-m00.rtb")
        table_bytes = os.path.getsize(sliding_file)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def find(pattern):
        found = re.search(pattern, text)
        if not found:
            sys.exit(f"unexpected output of {command}:\n{text}")
        return found.groups()

    seconds, = find(r"positions in ([\d.]+) s")
    each, processor, busiest = find(r"at most (\d+) MiB each; processor time of the sliding phase ([\d.]+) s, ([\d.]+)")
    sent, messages, entries = find(r"sent, sliding phase: (\d+) bytes in (\d+) messages; [\d.]+ bytes for each of (\d+)")
    level_sent, = find(r"sent, men in hand: (\d+) bytes")
    writing, = find(r"writing: ([\d.]+) s")
    level_entries = Game(game, 1, men, 7).levels(men) if game == "rimau-24" else ""
    return {"game": game, "men": men, "ranks": ranks, "entries": entries, "seconds": seconds,
            "processor_seconds": processor, "busiest_seconds": busiest, "bytes_sent": sent, "messages": messages,
            "MiB_each": each, "level_entries": level_entries,
            "level_processor_seconds": f"{max(0.0, whole - float(processor)):.2f}", "level_bytes_sent": level_sent, "writing_seconds": writing,
            "table_bytes": table_bytes}


def measure(arguments):
    out = csv.DictWriter(sys.stdout, FIELDS)
    out.writeheader()
    for game, men, ranks in (run.rsplit(":", 2) for run in arguments.runs):
        out.writerow(measure_one(arguments.program, arguments.launcher.split(), game, int(men), int(ranks)))
        sys.stdout.flush()


class Rates:
    """What the rows say of a game, by ranks, at the most men that were measured with that many."""

    def __init__(self, rows, game):
        most = {}
        for row in rows:
            if row["game"] == game and int(row["men"]) >= int(most.get(row["ranks"], row)["men"]):
                most[row["ranks"]] = row
        self.by_ranks = {int(ranks): {key: float(value) for key, value in row.items() if key not in ("game",)}
                         for ranks, row in most.items()}
        one = self.by_ranks[1]
        self.seconds_per_entry = one["processor_seconds"] / one["entries"]
        self.level_seconds_per_entry = one["level_processor_seconds"] / one["level_entries"]
        # Sending costs processor time by the byte.
        several = [row for ranks, row in self.by_ranks.items() if ranks > 1]
        extra = sum(row["processor_seconds"] - self.seconds_per_entry * row["entries"] for row in several)
        self.seconds_per_byte = max(0.0, extra / sum(row["bytes_sent"] for row in several))
        # How much longer the busiest rank works than the mean.
        self.imbalance = max(row["busiest_seconds"] * ranks / row["processor_seconds"]
                             for ranks, row in self.by_ranks.items())

    def bytes_per_entry(self, ranks, kind="bytes_sent", entries="entries"):
        """A straight line in the logarithm of the ranks through the last two that were measured."""
        if ranks == 1:
            return 0.0
        known = sorted(r for r in self.by_ranks if r > 1)
        if ranks in known:
            return self.by_ranks[ranks][kind] / self.by_ranks[ranks][entries]
        low, high = known[-2:]
        at = {r: self.by_ranks[r][kind] / self.by_ranks[r][entries] for r in (low, high)}
        slope = (at[high] - at[low]) / math.log2(high / low)
        return at[high] + slope * math.log2(ranks / high)


def table():
    with open(DATA, newline="") as file:
        rows = list(csv.DictReader(file))
    print("| game | men | ranks | million entries | processor s | busiest s | speed-up | bytes an entry | MiB each |")
    print("|---|---|---|---|---|---|---|---|---|")
    base = {(row["game"], row["men"]): float(row["processor_seconds"]) for row in rows if row["ranks"] == "1"}
    for row in rows:
        entries = float(row["entries"])
        one = base.get((row["game"], row["men"]))
        speed_up = f"{one / float(row['busiest_seconds']):.2f}" if one else ""
        print(f"| {row['game']} | {row['men']} | {row['ranks']} | {entries / 1e6:.1f} | {row['processor_seconds']} | "
              f"{row['busiest_seconds']} | {speed_up} | {float(row['bytes_sent']) / entries:.2f} | {row['MiB_each']} |")
    for game, rounds in ((Game("rimau-24", 1, 21, 7), 230), (Game("rimau-rimau", 2, 21, 1), 127)):
        rates = Rates(rows, "rimau-24")
        extrapolate(game, rates, rounds)


def extrapolate(game, rates, rounds):
    sliding, levels, hand = game.sliding(), game.levels(15), 15
    hours = 1 / 3600
    print(f"\n{game.name}: {sliding:.3g} entries in the sliding phase, {levels:.3g} with up to {hand} men in hand; "
          f"{game.peak_memory() / 2**40:.2f} TiB at the peak. Measured: {1e9 * rates.seconds_per_entry:.1f} ns an entry, "
          f"{1e9 * rates.level_seconds_per_entry:.1f} ns in the levels, {1e9 * rates.seconds_per_byte:.1f} ns a byte "
          f"sent, the busiest rank {rates.imbalance:.2f} times the mean.\n")
    print("| nodes | ranks | bytes an entry: between ranks | between nodes | sliding, h | levels, h | network, h | "
          "waiting, h | GiB a node | sent, TB | tables before packing, TB |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for nodes in (8, 64, 512):
        ranks = nodes * NODE["cores"]
        between_ranks = rates.bytes_per_entry(ranks)
        between_nodes = rates.bytes_per_entry(nodes)
        level_ranks = rates.bytes_per_entry(ranks, "level_bytes_sent", "level_entries")
        level_nodes = rates.bytes_per_entry(nodes, "level_bytes_sent", "level_entries")
        work = (rates.seconds_per_entry + between_ranks * rates.seconds_per_byte) * sliding / ranks * rates.imbalance
        level_work = (rates.level_seconds_per_entry + level_ranks * rates.seconds_per_byte) * levels / ranks
        network = (between_nodes * sliding + level_nodes * levels) / nodes / NODE["network_bytes_per_second"]
        # Four passes a round, in each of which every rank ends its word to every other.
        waiting = game.men * rounds * 4 * ranks * NODE["message_seconds"]
        batches = 4 * max(4096, min(65536, (8 << 20) // ranks)) * ranks * NODE["cores"]
        memory = (game.peak_memory() / nodes + batches) / 2**30
        sent = (between_nodes * sliding + level_nodes * levels) / 1e12
        print(f"| {nodes} | {ranks} | {between_ranks:.1f} | {between_nodes:.1f} | {work * hours:.2f} | "
              f"{level_work * hours:.2f} | {network * hours:.2f} | {waiting * hours:.2f} | {memory:.0f} | {sent:.0f} | "
              f"{(sliding / 2 + levels / 2 / 4) / 1e12:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("--program", default="build/release/rimau-mpi")
    measuring.add_argument("--launcher", default="mpiexec.mpich")
    measuring.add_argument("runs", nargs="+", metavar="GAME:MEN:RANKS")
    commands.add_parser("table")
    arguments = parser.parse_args()
    measure(arguments) if arguments.command == "measure" else table()


if __name__ == "__main__":
    main()
