"""Whatever is passed, the interpreter lives: every call ends, with a result or an exception."""

import random
import subprocess
import sys

FUZZ = r"""
import faulthandler, inspect, random, sys, tempfile
faulthandler.enable()
import numpy as np
import rimau
from rimau import _core, aec, openspiel

rng = random.Random(int(sys.argv[1]))
folder = tempfile.mkdtemp()

class Odd:
    def __index__(self): raise RuntimeError("odd")
    def __fspath__(self): return 7
    def __len__(self): return -1
    def __getitem__(self, i): raise KeyError(i)
    def __eq__(self, other): raise RuntimeError("odd")
    __hash__ = None

def text():
    alphabet = "abct123459-x@,/=:. \0\n\"{}();[]\u0663\uff13\u202e\U0001f405\ud800"
    bases = ["rimau-24", "bagh-chal", "pulijudam:tigers=1", "tigers", "men", "pass", "@a1", "a3xe3", "d2,e3,f4", "en",
             "rimau-24 tigers=a3 men=b3,c3,d3 hand=0/0 turn=tigers", folder,
             "[Game \"bagh-chal\"]\n[Result \"*\"]\n\n1. @a2 2. a1xa3 *\n", "[game]\nid = \"x\"\n"]
    kind = rng.randrange(4)
    if kind == 0: return rng.choice(bases)
    if kind == 1: return "".join(rng.choice(alphabet) for _ in range(rng.randrange(40)))
    base = list(rng.choice(bases))
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(base) + 1)
        base[at:at + rng.randrange(3)] = rng.choice(alphabet)
    return "".join(base) * (1 if kind == 2 else rng.choice([1, 1, 50]))

def number():
    return rng.choice([0, 1, -1, 2, 3, 7, 2**31, 2**63, -2**63, 2**64, 2**200, True, 0.5, float("nan"), float("inf")])

def array():
    shape = tuple(rng.randrange(4) if rng.random() < .5 else rng.choice([6, 25, 37, 23]) for _ in range(rng.randrange(4)))
    kind = rng.choice(["i1", "i4", "f8", "O", "U3", "c16", "b1"])
    return np.array(rng.randrange(-2, 3)).astype(kind) * np.ones(shape, kind) if kind not in "OU3" else np.full(shape, "x")

games = [rimau.Game(g) for g in ("rimau-24", "bagh-chal", "pulijudam:tigers=1", "meurimueng-rimueng-do")]
pool = list(games)
for game in games:
    pool += rimau.random_positions(game.start(), 3, plies=rng.randrange(60), seed=rng.randrange(99)) + [rimau.Play(game)]
pool += [rimau.Searcher(1), rimau.Tables(folder), rimau.Record('[Game "bagh-chal"]\n[Result "*"]\n\n1. @a2 *\n')]
pool += [c.__new__(c) for c in (rimau.Game, rimau.Position, rimau.Play, rimau.Record, rimau.Searcher, rimau.Tables)]
pool += [aec.env("bagh-chal"), openspiel.Game("bagh-chal"), openspiel.Game("bagh-chal").new_initial_state()]

def anything(depth=0):
    kind = rng.randrange(12)
    if kind < 4: return rng.choice(pool)
    if kind < 6: return text()
    if kind < 8: return number()
    if kind == 8: return array()
    if kind == 9 and depth < 2: return [anything(depth + 1) for _ in range(rng.randrange(4))]
    if kind == 10: return rng.choice([None, b"x", {}, Odd(), object(), print, Ellipsis, lambda *a: None])
    return rng.choice(pool)

# What may take long is only asked for little.
BOUNDED = {"count": 50, "depth": 3, "plies": 50, "max_plies": 50, "nodes": 2000, "movetime_ms": 20, "max_men": 2,
           "threads": 3, "sample": 50, "hash_mib": 2, "level": 3, "lines": 4, "memory_gib": 0.1}

def arguments(names):
    positional = [anything() for _ in range(rng.randrange(4))]
    named = {n: (rng.randrange(limit + 1) if rng.random() < .9 and isinstance(limit, int) else limit)
             for n, limit in BOUNDED.items() if n in names and rng.random() < .5}
    if rng.random() < .2: named[rng.choice(["seed", "language", "last", "progress", "x", "file", "position"])] = anything()
    return positional, named

def bounded(name, positional, named):
    # A whole game's solution or a deep search is no fault, only long.
    if name == "solve": named["max_men"] = rng.randrange(1, 3)
    if name in ("perft", "choose", "search", "playouts", "random_positions", "Searcher", "verify", "agent_iter"):
        positional = [p if not isinstance(p, (int, float)) or abs(p) < 4 or p != p else 2 for p in positional]
    if name == "perft" and positional and isinstance(positional[0], int): positional[0] = min(positional[0], 3)
    if name == "search": named.setdefault("nodes", 500)
    if name == "choose": named.pop("level", None); positional = positional[:1] + [1] * (len(positional) > 1)
    return positional, named

def words(function):
    return BOUNDED.keys() if not callable(function) else {
        "playouts": {"count", "max_plies", "threads"}, "random_positions": {"count", "plies"}, "perft": {"depth"},
        "search": {"depth", "nodes", "movetime_ms", "lines"}, "solve": {"max_men", "threads"}, "choose": {"level"},
        "verify": {"sample", "threads"}, "Searcher": {"hash_mib", "threads"}}.get(getattr(function, "__name__", ""), set())

functions = [getattr(_core, n) for n in dir(_core) if not n.startswith("__")]
calls = ended = 0
while calls < int(sys.argv[2]):
    if rng.random() < .5:
        function = rng.choice(functions)
    else:
        target = rng.choice(pool)
        name = rng.choice([n for n in dir(type(target)) if not n.startswith("__") or n in
            ("__eq__", "__hash__", "__repr__", "__str__", "__reduce__", "__init__", "__len__", "__copy__", "__deepcopy__")])
        try: function = getattr(target, name)
        except Exception: continue
        if not callable(function): continue
    positional, named = arguments(words(function))
    positional, named = bounded(getattr(function, "__name__", ""), positional, named)
    calls += 1
    try:
        made = function(*positional, **named)
        ended += 1
        if type(made).__module__ == "rimau._core" and len(pool) < 60: pool.append(made)
        str(made)[:1]
    except Exception:
        pass
for thing in pool:  # all is still in order
    try: repr(thing)
    except Exception: pass
assert rimau.Game("rimau-24").start().perft(1) == 2604
print(calls, ended)
"""


def test_survives_garbage():
    seed = random.Random("garbage").randrange(1000)
    for run in range(2):
        done = subprocess.run(
            [sys.executable, "-c", FUZZ, str(seed + run), "3000"], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, f"seed {seed + run}\n{done.stderr[-3000:]}"
        calls, ended = map(int, done.stdout.split()[-2:])
        assert calls == 3000 and ended > 200
