"""pip makes a wheel, without a network, that can be installed and used."""

import os
import pathlib
import shutil
import subprocess
import sys

import rimau

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_pip_makes_a_wheel(tmp_path):
    """With the module of this build, or, where RIMAU_WHEEL_FROM_SOURCE is set, with one that it compiles itself."""
    from_source = "RIMAU_WHEEL_FROM_SOURCE" in os.environ
    environment = dict(os.environ, PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
    environment.pop("PYTHONPATH")
    if not from_source:
        environment["RIMAU_PYTHON_MODULE"] = rimau._core.__file__
    shutil.copytree(SOURCE / "python", tmp_path / "python", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    for name in ["CMakeLists.txt"] + ["cmake", "src", "games"] * from_source:
        (shutil.copytree if (SOURCE / name).is_dir() else shutil.copy)(SOURCE / name, tmp_path / name)
    pip = [sys.executable, "-m", "pip", "--quiet"]
    run(*pip, "wheel", ".", "--no-build-isolation", "--no-deps", "-w", "wheels", cwd=tmp_path / "python", env=environment)
    (wheel,) = (tmp_path / "python" / "wheels").glob("rimau-*.whl")
    run(*pip, "install", "--no-deps", "--target", str(tmp_path / "site"), str(wheel), env=environment)
    for name in ("_core.pyi", "py.typed", "aec.py", "openspiel.py"):
        assert (tmp_path / "site" / "rimau" / name).exists()
    program = "import rimau; print(rimau.__file__, rimau.Game('rimau-24').start().perft(1))"
    said = run(sys.executable, "-c", program, env=dict(environment, PYTHONPATH=str(tmp_path / "site")), cwd=tmp_path)
    assert said.split() == [str(tmp_path / "site" / "rimau" / "__init__.py"), "2604"]
