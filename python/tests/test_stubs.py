"""The stubs name what there is, with its arguments."""

import ast
import pathlib

import rimau
from rimau import _core

STUBS = ast.parse((pathlib.Path(rimau.__file__).parent / "_core.pyi").read_text())


def functions(body):
    return {node.name for node in body if isinstance(node, ast.FunctionDef)}


def test_every_name_has_a_stub_and_the_other_way_round():
    classes = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}
    public = {name for name in dir(_core) if not name.startswith("_")}
    assert functions(STUBS.body) | set(classes) == public
    for name, node in classes.items():
        own = {attribute for attribute in vars(getattr(_core, name)) if not attribute.startswith("__")}
        assert {method for method in functions(node.body) if not method.startswith("__")} == own, name


def test_everything_public_is_exported_and_documented():
    exported = set(rimau.__all__)
    assert {name for name in dir(_core) if not name.startswith("_")} <= exported
    for node in STUBS.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            assert ast.get_docstring(node), node.name
    for name in exported:
        assert getattr(rimau, name).__doc__
