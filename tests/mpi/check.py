#!/usr/bin/env python3
"""check.py CASE KIND PROGRAM RIMAU CHECK_FEW_MEN: one test of rimau-mpi, driven as a user would.

KIND says whose mpiexec starts PROGRAM (mpich, openmpi, or mpi for another one); RIMAU is the program that solves with
threads, whose tables must be the same byte for byte; CHECK_FEW_MEN compares tables with brute force. Exit code 77, with
the reason, where the case cannot be tested.
"""

import csv
import filecmp
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
GAMES = [part for name in ("nine", "crooked", "few")
         for part in ("--game-file", str(HERE.parent / "data" / "small-games" / f"{name}.toml"))]
LONGEST = 550  # seconds for a run, on a machine that does much else
SKIPPED = 77


def skip(reason):
    print(f"mpi: Skipped\n{reason}")
    sys.exit(SKIPPED)


def expect(holds, *told):
    if not holds:
        print("FAILED:", *told)
        sys.exit(1)


class Setup:
    def __init__(self, kind, program, rimau, check_few_men):
        self.kind, self.program, self.rimau, self.check_few_men = kind, program, rimau, check_few_men
        self.launcher = "mpiexec" if kind == "mpi" else f"mpiexec.{kind}"
        if shutil.which(self.launcher) is None:
            skip(f"there is no {self.launcher}")
        self.environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

    def command(self, ranks, arguments):
        more = ["--oversubscribe"] if self.kind == "openmpi" else []
        return [self.launcher, *more, "-n", str(ranks), self.program, *arguments]

    def run(self, command):
        running = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            out, err = running.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGTERM)
            expect(False, " ".join(command), f"has not ended after {LONGEST} s", *running.communicate())
        return subprocess.CompletedProcess(command, running.returncode, out, err)

    def solve(self, ranks, game, folder, *more):
        return self.run(self.command(ranks, ["solve", game, "--out", folder, *GAMES, *more]))

    def solve_with_threads(self, game, folder, *more):
        ran = self.run([self.rimau, "solve", game, "--out", folder, *GAMES, *more])
        expect(ran.returncode == 0, ran.stderr)

    def begin(self, ranks, game, folder, *more):
        """A run that is under way: it has written a table and has much left to do."""
        running = subprocess.Popen(self.command(ranks, ["solve", game, "--out", folder, *GAMES, *more]),
                                   env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        wait_until(lambda: list(pathlib.Path(folder).glob("*/*.rtb")) or running.poll() is not None)
        expect(running.poll() is None, "ended early")
        return running


def wait_until(holds):
    end = time.monotonic() + LONGEST
    while not holds():
        expect(time.monotonic() < end, "waited in vain")
        time.sleep(0.05)


def expect_same(folder, other, only=None):
    def files(of):
        return {str(path.relative_to(of)): path for path in pathlib.Path(of).rglob("*") if path.is_file()}
    ones, others = files(folder), files(other)
    expect(ones and ones.keys() == others.keys(), sorted(ones), sorted(others))
    for name, path in ones.items():
        expect(only is not None and not only(name) or filecmp.cmp(path, others[name], shallow=False), name, "differs")


def processes(folder):
    """Of a run that writes into the folder, the processes by rank; of each pair the one that the other watches."""
    found = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if not (process / "comm").read_text().startswith("rimau-mpi"):
                continue
            if folder not in (process / "cmdline").read_text():
                continue
            rank = re.search(r"(?:PMI_RANK|OMPI_COMM_WORLD_RANK)=(\d+)", (process / "environ").read_text())
            parent = re.search(r"PPid:\t(\d+)", (process / "status").read_text())
        except OSError:
            continue
        if rank and parent:
            found[int(process.name)] = (int(parent[1]), int(rank[1]))
    return {rank: process for process, (parent, rank) in found.items() if parent in found}


def same_tables(setup, ranks):
    for game, *more in (("rimau-24", "--max-men", "5"),
                        ("rimau-24:flanks=stop,stuck=lose", "--max-men", "3"),
                        ("rimau-rimau", "--max-men", "3"),
                        ("small-few:tigers=2,capture=single",),
                        ("small-nine:tigers=2,win=2,stuck=lose", "--max-men", "4"),
                        ("small-crooked:tigers=board,win=all,capture=odd", "--max-men", "5")):
        with tempfile.TemporaryDirectory() as threads, tempfile.TemporaryDirectory() as shared:
            setup.solve_with_threads(game, threads, *more)
            ran = setup.solve(ranks, game, shared, *more)
            expect(ran.returncode == 0, game, ran.stderr)
            expect(ran.stdout.count("whole run") == 1, ran.stdout)
            expect_same(threads, shared)


def costs(setup):
    """What each slice cost: all of them, and together what the whole run sent."""
    with tempfile.TemporaryDirectory() as folder:
        ran = setup.solve(2, "rimau-24", folder, "--max-men", "3", "--costs", folder + "/costs.csv")
        expect(ran.returncode == 0, ran.stderr)
        rows = list(csv.DictReader(pathlib.Path(folder, "costs.csv").read_text().splitlines()))
        slices = [(int(row["men_in_hand"]), int(row["men"])) for row in rows]
        expect(slices == [(0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)], slices)
        sent = [int(number) for number in re.findall(r"sent, [a-z ]+: (\d+) bytes", ran.stdout)]
        expect(sum(int(row["bytes_sent"]) for row in rows) == sum(sent) > 0, sent, rows)
        expect(rows[2]["positions"] == "528360", rows[2])
        for row in rows:
            expect(0 < float(row["busiest_seconds"]) <= float(row["processor_seconds"]), row)


def brute_force(setup):
    """Every position with at most four men; those with five are compared by byte, and by brute force in a long test."""
    with tempfile.TemporaryDirectory() as shared:
        ran = setup.solve(4, "rimau-24", shared, "--max-men", "4")
        expect(ran.returncode == 0, ran.stderr)
        checked = setup.run([setup.check_few_men, shared, "rimau-24", "4"])
        expect(checked.returncode == 0 and checked.stdout.startswith("5566576 positions agree"), checked.stdout,
               checked.stderr)


def resume(setup):
    with tempfile.TemporaryDirectory() as threads, tempfile.TemporaryDirectory() as shared:
        setup.solve_with_threads("rimau-24", threads, "--max-men", "4")
        expect(setup.solve(2, "rimau-24", shared, "--max-men", "3").returncode == 0)
        again = setup.solve(2, "rimau-24", shared, "--max-men", "4")
        expect(again.returncode == 2 and again.stderr.count("holds tables already") == 1, again.stderr)
        # By another number of processes.
        more = setup.solve(3, "rimau-24", shared, "--max-men", "4", "--resume")
        expect(more.returncode == 0, more.stderr)
        expect_same(threads, shared)


def mistakes(setup):
    with tempfile.TemporaryDirectory() as folder:
        for arguments, word in ((["solve", "rimau-25", "--out", folder], "rimau-25"),
                                (["solve", "rimau-24", "--out", folder, "--max-men", "22"], "21 men in play, not 22"),
                                (["solve", "rimau-24", "--out", folder + "/none", "--max-men", "3"], "no such folder"),
                                (["solve", "meurimueng-rimueng-do", "--out", folder], "start in hand"),
                                (["solve", "pulijudam", "--out", folder], "small enough for one process"),
                                (["solve", "rimau-24", "--out", folder, "--memory", "1"], "memory in each of 2"),
                                (["solve", "rimau-24", "--out", folder, "--max-men", "2", "--costs", folder + "/no/c"],
                                 "no/c"),
                                (["solve", "rimau-24"], "--out"),
                                (["serve"], "expected one of solve")):
            ran = setup.run(setup.command(2, arguments))
            expect(ran.returncode == 2, arguments, ran.returncode, ran.stderr)
            expect(ran.stderr.count(word) == 1, word, ran.stderr)
            expect(not list(pathlib.Path(folder).rglob("*.rtb")))
    told = setup.run(setup.command(2, ["solve", "--help"]))
    expect(told.returncode == 0 and told.stdout.count("Usage") == 1, told.stdout)
    # Its manual names the same options, and needs no other process.
    page = setup.run([setup.program, "manual", "solve"])
    flags = re.findall(r"^ +(?:-h,)?(--[a-z-]+)", told.stdout, re.MULTILINE)
    expect(page.returncode == 0 and len(flags) > 4, page.stderr, flags)
    for flag in flags:
        expect(flag in page.stdout.replace("\\", ""), flag, page.stdout)


def killed(setup):
    with tempfile.TemporaryDirectory() as threads, tempfile.TemporaryDirectory() as shared:
        running = setup.begin(4, "rimau-24", shared, "--max-men", "9")
        found = processes(shared)
        expect(sorted(found) == [0, 1, 2, 3], found)
        os.kill(found[2], signal.SIGKILL)
        out, err = running.communicate(timeout=LONGEST)
        expect(running.returncode != 0, out, err)
        expect(re.search(r"rank 2 on \S+ was killed by signal 9 .*--resume", err), err)
        wait_until(lambda: not processes(shared))
        # It goes on; what the killed run was ahead in is there too.
        more = setup.solve(2, "rimau-24", shared, "--max-men", "4", "--resume")
        expect(more.returncode == 0, more.stderr)
        setup.solve_with_threads("rimau-24", threads, "--max-men", "4")
        expect_same(threads, shared, only=lambda name: "t0-m00" not in name)
        for folder in (threads, shared):
            expect(setup.run([setup.rimau, "verify", folder, "--sample", "2000"]).returncode == 0)


def stopped(setup):
    with tempfile.TemporaryDirectory() as shared:
        running = setup.begin(2, "rimau-24", shared, "--max-men", "9")
        os.kill(processes(shared)[1], signal.SIGTERM)
        out, err = running.communicate(timeout=LONGEST)
        expect(running.returncode != 0, out, err)
        expect(err.count("--resume goes on from it") == 1, err)


def two_hosts(setup):
    with tempfile.TemporaryDirectory() as threads, tempfile.TemporaryDirectory() as shared:
        setup.solve_with_threads("small-few:men=3", threads)
        ran = setup.run(["bash", str(HERE / "two_hosts"), setup.kind, setup.program, "solve", "small-few:men=3",
                         "--out", shared, *GAMES])
        if ran.returncode == SKIPPED:
            skip(ran.stdout.strip())
        expect(ran.returncode == 0, ran.stdout, ran.stderr)
        expect_same(threads, shared)
        # What they told each other went over the wire.
        told = sum(int(number) for number in re.findall(r"sent, [a-z ]+: (\d+) bytes", ran.stdout))
        wire = re.search(r"over the wire: (\d+) bytes", ran.stdout)
        expect(wire and int(wire[1]) > told > 0, ran.stdout)


CASES = {"two-ranks": lambda setup: same_tables(setup, 2), "four-ranks": lambda setup: same_tables(setup, 4),
         "brute-force": brute_force, "costs": costs, "resume": resume, "mistakes": mistakes, "killed": killed,
         "stopped": stopped, "two-hosts": two_hosts}

if __name__ == "__main__":
    case, *setup_arguments = sys.argv[1:]
    CASES[case](Setup(*setup_arguments))
