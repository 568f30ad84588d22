"""What the documentation shows is what happens."""

import doctest
import pathlib

import pytest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("name", ["python.md"])
def test_examples(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tables").mkdir()
    failed, tried = doctest.testfile(str(SOURCE / "docs" / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0 and tried > 5
