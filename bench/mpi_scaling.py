#!/usr/bin/env python3
"""What rimau-mpi costs, and what it would cost on many machines.

    bench/mpi_scaling.py measure RUN…   measures; rows for docs/data/mpi-scaling.csv, one a slice
    bench/mpi_scaling.py table          the tables of docs/scaling.md, from that file

A RUN is GAME:MEN:RANKS. The extrapolation uses the measured rows and what NODE assumes of a machine.
"""

import argparse
import csv
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "docs", "data", "mpi-scaling.csv")
SQUARE = os.path.join(HERE, "rimau-square.toml")

# A plain machine of a cluster: one rank a core; what it can send and receive at once; what a message costs.
NODE = {"cores": 32, "network_bytes_per_second": 1.25e9, "message_seconds": 2e-6}
# Bytes of a position's number in the largest slices that were measured of one tiger.
MEASURED_WORD = 3
# Slices of so many men and more are taken to cost what those measured on the square cost, where most is decided.
DECIDED_FROM = 11
# Those of fewer, what these cost with so many men.
MOST_MEN_WHERE_FEW = {"rimau-24": 6, "rimau-rimau": 5}
IN_HAND = 15


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

    def both_sides(self, slices):
        """Entries of these slices with few men and with many: slices are pairs of men in hand and on the board."""
        sums = {"few": 0, "decided": 0}
        for hand, men in slices:
            sums["decided" if hand + men >= DECIDED_FROM else "few"] += 2 * self.entries(men)
        return sums

    def sliding(self):
        return self.both_sides((0, men) for men in range(1, self.men + 1))

    def levels(self):
        return self.both_sides((hand, men) for hand in range(1, IN_HAND + 1) for men in range(1, self.men - hand + 1))

    def word_bytes(self, ranks):
        """Of a position's number within the block of a rank, in the largest slice."""
        block = -(-max(binomial(self.slots, men) for men in range(self.men + 1)) // ranks)
        return ((block - 1).bit_length() + (self.representatives - 1).bit_length() + 7) // 8

    def peak_memory(self):
        """Bytes of all ranks together: a slice with both sides to move, the slices that captures lead to, the sets."""
        def need(k):
            below = sum(self.entries(j) for j in range(max(1, k - self.longest_leap), k))
            return 2 * self.entries(k) + below + binomial(self.slots, k) // 8 + self.entries(k) // 64
        return max(need(k) for k in range(1, self.men + 1))


def measure_one(program, launcher, game, men, ranks):
    """The rows that --costs wrote, and what the run said of its memory."""
    with tempfile.TemporaryDirectory(prefix="rimau-scaling-") as folder:
        costs = os.path.join(folder, "costs.csv")
        command = launcher + ["-n", str(ranks), program, "solve", game, "--game-file", SQUARE, "--out", folder,
                              "--max-men", str(men), "--costs", costs]
        text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL).stdout
        found = re.search(r"at most (\d+) MiB each", text)
        if not found:
            sys.exit(f"unexpected output of {command}:\n{text}")
        with open(costs, newline="") as file:
            return [{"game": game, "most_men": men, "ranks": ranks, "MiB_each": found[1], **row}
                    for row in csv.DictReader(file)]


def measure(arguments):
    out = None
    for game, men, ranks in (run.rsplit(":", 2) for run in arguments.runs):
        for row in measure_one(arguments.program, arguments.launcher.split(), game, int(men), int(ranks)):
            if out is None:
                out = csv.DictWriter(sys.stdout, row.keys(), lineterminator="\n")
                out.writeheader()
            out.writerow(row)
        sys.stdout.flush()


class Cost:
    """Sums of some rows."""

    def __init__(self, rows):
        def total(key):
            return sum(float(row[key]) for row in rows)
        self.entries, self.processor, self.busiest = total("entries"), total("processor_seconds"), total("busiest_seconds")
        self.bytes = total("bytes_sent")
        self.decided = total("decided") / total("positions")

    def nanoseconds(self):
        return 1e9 * self.processor / self.entries

    def bytes_an_entry(self):
        return self.bytes / self.entries


def seconds_a_byte(costs):
    """What sending costs of processor time: all that several ranks together take more than one."""
    several = [cost for ranks, cost in costs.items() if ranks > 1]
    extra = sum(cost.processor - costs[1].processor * cost.entries / costs[1].entries for cost in several)
    return max(0.0, extra / sum(cost.bytes for cost in several))


class Rates:
    """What some slices cost by ranks: {ranks: Cost}; and what a byte sent does, which only slices tell that send much:
    in others what several ranks take more than one is spent on looking for messages."""

    def __init__(self, costs, byte):
        self.costs, self.seconds_a_byte = costs, byte
        self.seconds = costs[1].processor / costs[1].entries
        # How much longer the busiest rank works than the mean.
        self.imbalance = max(cost.busiest * ranks / cost.processor for ranks, cost in costs.items())

    def bytes_an_entry(self, ranks):
        """A straight line in the logarithm of the ranks through the last two that were measured."""
        if ranks == 1:
            return 0.0
        if ranks in self.costs:
            return self.costs[ranks].bytes_an_entry()
        low, high = sorted(self.costs)[-2:]
        slope = (self.costs[high].bytes_an_entry() - self.costs[low].bytes_an_entry()) / math.log2(high / low)
        return self.costs[high].bytes_an_entry() + slope * math.log2(ranks / high)

    def processor(self, entries, ranks, longer):
        return entries * (self.seconds + longer * self.bytes_an_entry(ranks) * self.seconds_a_byte)


def cost_row(told, ranks, cost, one):
    print(f"| {told} | {ranks} | {cost.entries / 1e6:.1f} | {100 * cost.decided:.{1 if cost.decided > 0.01 else 4}f} % | "
          f"{cost.nanoseconds():.1f} | {one.processor / cost.busiest:.2f} | {cost.bytes_an_entry():.2f} |")


HEADER = "ranks | million entries | decided | ns an entry | speed-up | bytes an entry |\n" + "|---" * 7 + "|"


def table():
    with open(DATA, newline="") as file:
        rows = list(csv.DictReader(file))

    def costs(game, chosen):
        """{ranks: Cost} of a game's slices."""
        found = {}
        for row in rows:
            if row["game"] == game and chosen(int(row["men_in_hand"]), int(row["men"])):
                found.setdefault(int(row["ranks"]), []).append(row)
        return {ranks: Cost(found[ranks]) for ranks in sorted(found)}

    def sliding(game, men):
        return costs(game, lambda hand, on_board: hand == 0 and on_board == men)

    print("| game, men | " + HEADER)
    slices = [*MOST_MEN_WHERE_FEW.items(), *(("rimau-square", men) for men in range(9, 14))]
    for game, men in slices:
        by_ranks = sliding(game, men)
        for ranks, cost in by_ranks.items():
            cost_row(f"{game}, {men}", ranks, cost, by_ranks[1])
    memory = {(row["game"], int(row["ranks"])): row["MiB_each"] for row in rows}
    print("\nMiB each: " + "; ".join(f"{game} " + ", ".join(memory[game, ranks] for ranks in (1, 2, 4, 8))
                                     for game in (*MOST_MEN_WHERE_FEW, "rimau-square")) + " with 1, 2, 4, 8 ranks")

    few_levels = {game: costs(game, lambda hand, men: hand > 0) for game in MOST_MEN_WHERE_FEW}
    decided_levels = costs("rimau-square", lambda hand, men: hand > 0 and hand + men >= DECIDED_FROM)
    print("\n| levels with men in hand | " + HEADER)
    told_levels = [(f"{game}, up to {men} men", few_levels[game]) for game, men in MOST_MEN_WHERE_FEW.items()]
    for told, by_ranks in (*told_levels, ("rimau-square, 11 to 13 men", decided_levels)):
        for ranks, cost in by_ranks.items():
            cost_row(told, ranks, cost, by_ranks[1])

    # Of the slices in which most is decided, the one that costs most stands for all.
    few = {game: sliding(game, men) for game, men in MOST_MEN_WHERE_FEW.items()}
    extrapolations = []
    decided = [sliding("rimau-square", men) for men in range(DECIDED_FROM, 14)]
    dearest = max(decided, key=lambda by_ranks: by_ranks[1].nanoseconds())
    print("\n| rates | ns an entry | ns a byte sent | busiest over mean |\n|---|---|---|---|")
    bytes_cost = {"sliding": seconds_a_byte(dearest), "levels": seconds_a_byte(decided_levels)}
    for game, rounds in ((Game("rimau-24", 1, 21, 7), 230), (Game("rimau-rimau", 2, 21, 1), 127)):
        rates = {"sliding": {"few": few[game.name], "decided": dearest},
                 "levels": {"few": few_levels[game.name], "decided": decided_levels}}
        rates = {phase: {kind: Rates(costs, bytes_cost[phase]) for kind, costs in by_kind.items()}
                 for phase, by_kind in rates.items()}
        for phase, by_kind in rates.items():
            for kind, rate in by_kind.items():
                print(f"| {game.name}: {phase}, {kind} | {1e9 * rate.seconds:.1f} | {1e9 * rate.seconds_a_byte:.1f} | "
                      f"{rate.imbalance:.2f} |")
        extrapolations.append((game, rates, rounds))
    for extrapolation in extrapolations:
        extrapolate(*extrapolation)


def extrapolate(game, rates, rounds):
    entries = {"sliding": game.sliding(), "levels": game.levels()}
    totals = {phase: sum(by_kind.values()) for phase, by_kind in entries.items()}
    print(f"\n{game.name}: {totals['sliding']:.3g} entries in the sliding phase, {totals['levels']:.3g} with up to "
          f"{IN_HAND} men in hand; {game.peak_memory() / 2**40:.2f} TiB at the peak.\n")
    print("| nodes | ranks | sliding, h | levels, h | network, h | waiting, h | GiB a node | sent, TB | "
          "tables before packing, TB |\n" + "|---" * 9 + "|")
    for nodes in (8, 64, 512):
        ranks = nodes * NODE["cores"]
        hours, sent = {}, 0.0
        for phase, by_kind in entries.items():
            # How many times as long words are; in the levels a value goes with each.
            value = 1 if phase == "levels" else 0
            longer = (game.word_bytes(ranks) + value) / (MEASURED_WORD + value)
            hours[phase] = sum(rates[phase][kind].processor(count, ranks, longer) * rates[phase][kind].imbalance
                               for kind, count in by_kind.items()) / ranks / 3600
            # The ranks of a node hold neighbouring blocks: between nodes goes what that many ranks would send.
            sent += sum(longer * rates[phase][kind].bytes_an_entry(nodes) * count for kind, count in by_kind.items())
        network = sent / nodes / NODE["network_bytes_per_second"] / 3600
        # Four passes a round, in each of which every rank ends its word to every other.
        waiting = game.men * rounds * 4 * ranks * NODE["message_seconds"] / 3600
        batches = 4 * max(4096, min(65536, (8 << 20) // ranks)) * ranks * NODE["cores"]
        memory = (game.peak_memory() / nodes + batches) / 2**30
        print(f"| {nodes} | {ranks} | {hours['sliding']:.2f} | {hours['levels']:.2f} | {network:.2f} | {waiting:.2f} | "
              f"{memory:.0f} | {sent / 1e12:.0f} | {(totals['sliding'] / 2 + totals['levels'] / 2 / 4) / 1e12:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("--program", default="build/release/rimau-mpi")
    measuring.add_argument("--launcher", default="mpiexec.mpich")
    measuring.add_argument("runs", nargs="+", metavar="RUN")
    commands.add_parser("table")
    arguments = parser.parse_args()
    measure(arguments) if arguments.command == "measure" else table()


if __name__ == "__main__":
    main()
