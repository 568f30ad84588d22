#!/usr/bin/env python3
"""How much sooner two threads reach a depth than one.

    bench/threads_speedup.py [--program build/release/rimau] [--threads 2] [--rounds 3] [--seconds 1]

For each position, first finds the depth that one thread reaches in about --seconds; then measures, in turn, the time
to that depth with one thread and with --threads, --rounds times each, and compares the sums. Prints a line for each
position and the geometric means of two ratios: that of the times, and that of the nodes of one thread to the nodes each
of the several looks at. Both mean something only while there are as many idle cores as threads: threads that have to run
one after the other find what the others have just left. bench/threads_in_step counts nodes on any machine.
"""

import argparse
import json
import math
import os
import subprocess

POSITIONS = [
    "rimau-24 tigers=d2 men=a5,e1,e2,e5,f2,f3,g5 hand=0/9 turn=men ply=13",
    "rimau-24 tigers=f2 men=a3,c2,c4,d1,d2,d3,d4,d5,e1,e2,e3,e5,f3,f4,g3,g4,g5,h2,h4,i1,i5 hand=0/0 turn=men ply=43",
    "rimau-rimau tigers=c1,d3 men=a5,d4,e3,e4,e5,f2,f4,g5 hand=0/9 turn=men ply=13",
    "meurimueng-rimueng-do tigers=b4,c1,d3,e2,e4 men=a3,d1,d2,f2 hand=0/9 turn=men ply=13",
    "pulijudam tigers=c3,d3,e2 men=a3,b2,d1 hand=0/9 turn=men ply=12",
    "bagh-chal tigers=a3,c3,e1,e5 men=a1,a2,c5 hand=0/13 turn=tigers ply=13",
]


def analyze(program: str, position: str, *options: str) -> dict:
    command = [program, "analyze", position.split()[0], "--position", position, "--json", *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/rimau")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    by_time, by_nodes = [], []
    for position in POSITIONS:
        depth = analyze(options.program, position, "--movetime", str(int(options.seconds * 1000)))["depth"]
        spent = {1: 0, options.threads: 0}
        nodes = dict(spent)
        for _ in range(options.rounds):
            for threads in spent:
                found = analyze(options.program, position, "--depth", str(depth), "--threads", str(threads))
                spent[threads] += found["milliseconds"]
                nodes[threads] += found["nodes"]
        by_time.append(spent[1] / max(spent[options.threads], 1))
        by_nodes.append(nodes[1] * options.threads / nodes[options.threads])
        print(f"time {by_time[-1]:5.2f}  nodes {by_nodes[-1]:5.2f}  depth {depth:3}  {spent[1]:6} ms  {position}", flush=True)
    print(f"time {mean(by_time):5.2f}  nodes {mean(by_nodes):5.2f}  geometric means")


if __name__ == "__main__":
    main()
