"""Where the tests find the tree that they stand in."""

import json
from pathlib import Path
from typing import Any, List

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "libs" / "canonical-message" / "vectors"


def vectors(*names: str) -> List[Any]:
    """The entries of these files, one list."""
    files = [VECTORS / f"{name}.json" for name in names]
    return [entry for file in files for entry in json.loads(file.read_text("utf-8"))]
