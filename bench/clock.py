#!/usr/bin/env python3
"""How late the engine is: after stop, at the end of a time for a move, and on a clock.

    bench/clock.py [--program build/release/rimau] [--rounds 20] [--threads 1]

Drives `rimau engine` by its protocol in every game, at the start and in positions some random moves later. Prints for
each kind of limit how many searches there were and by how many milliseconds the answers came after the limit: the
median, the 99th percentile and the latest (negative: before it). For a clock the limit is all the time that is left.
The times include both programs' waiting for the processor, so on a busy machine they tell more about the machine.
"""

import argparse
import random
import subprocess
import time

GAMES = [
    "rimau-24",
    "rimau-22",
    "rimau-rimau",
    "meurimueng-rimueng-do",
    "pulijudam",
    "demala-diviyan-keliya",
    "bagh-chal",
]


class Engine:
    def __init__(self, program: str, threads: int) -> None:
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send(f"setoption name Threads value {threads}")

    def send(self, line: str) -> None:
        self.process.stdin.write(line + "\n")

    def answer(self, start: str) -> str:
        for line in self.process.stdout:
            if line.startswith(start):
                return line.strip()
        raise SystemExit("clock.py: the engine ended")

    def position(self, game: str, plies: int) -> bool:
        """Sets up a position so many random moves after the start; false when the game ended before."""
        self.send(f"setoption name Game value {game}")
        moves: list[str] = []
        for _ in range(plies + 1):
            self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            self.send("query legalmoves")
            legal = self.answer("response").split()[1:]
            if not legal:
                return False
            if len(moves) < plies:
                moves.append(random.choice(legal))
        return True


def lateness(engine: Engine, kind: str) -> float:
    """Milliseconds after the limit."""
    if kind == "stop":
        engine.send("go infinite")
        time.sleep(random.uniform(0.02, 0.15))
        begin = time.monotonic()
        engine.send("stop")
        limit = 0.0
    else:
        milliseconds = int(kind.split()[1])
        clock = f"p1time {milliseconds} p2time {milliseconds}"
        begin = time.monotonic()
        engine.send(f"go {clock if kind.startswith('clock') else kind}")
        limit = float(milliseconds)
    engine.answer("bestmove")
    return (time.monotonic() - begin) * 1000 - limit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/rimau")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    random.seed(1)
    engine = Engine(options.program, options.threads)
    for kind in ["stop", "movetime 10", "movetime 100", "clock 50", "clock 1000"]:
        late = []
        for game in GAMES:
            for number in range(options.rounds):
                if engine.position(game, number % 4 * 8):
                    late.append(lateness(engine, kind))
        late.sort()
        middle, high = late[len(late) // 2], late[int(len(late) * 0.99)]
        print(f"{kind:<13} {len(late):4} searches, late by {middle:7.1f} {high:7.1f} {late[-1]:7.1f} ms", flush=True)
    engine.send("quit")


if __name__ == "__main__":
    main()
