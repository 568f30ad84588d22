"""Builds the extension by the project's own CMake files; the rest is in pyproject.toml."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

root = pathlib.Path(__file__).resolve().parent.parent
version = re.search(r"project\(rimau VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    """Configures and builds the target rimau_python.

    RIMAU_PYTHON_MODULE may name a module that is built already, for this interpreter. RIMAU_CMAKE_ARGS are more
    arguments for CMake, such as -DRIMAU_NATIVE=ON for this machine's processor alone.
    """

    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        built = os.environ.get("RIMAU_PYTHON_MODULE")
        if not built:
            built = self.build_by_cmake(pathlib.Path(self.build_temp).resolve())
        shutil.copy(built, target)

    def build_by_cmake(self, folder):
        switches = {"PYTHON": "ON", "PROGRAM": "OFF", "TESTS": "OFF", "BENCH": "OFF", "INSTALL": "OFF", "NATIVE": "OFF"}
        configure = ["cmake", "-S", str(root), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release"]
        configure += [f"-DRIMAU_{name}={value}" for name, value in switches.items()]
        configure += [f"-DPython_EXECUTABLE={sys.executable}", f"-DPYTHON_EXECUTABLE={sys.executable}"]
        if shutil.which("ninja"):
            configure += ["-G", "Ninja"]
        configure += os.environ.get("RIMAU_CMAKE_ARGS", "").split()
        subprocess.run(configure, check=True)
        jobs = str(self.parallel or os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", str(folder), "--target", "rimau_python", "--parallel", jobs], check=True)
        (module,) = (folder / "python" / "rimau").glob("_core.*.so")
        return module


setup(version=version, ext_modules=[Extension("rimau._core", [])], cmdclass={"build_ext": CMakeBuild})
