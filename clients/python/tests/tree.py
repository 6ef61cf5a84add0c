"""Where the tests find the tree that they stand in."""

import json
from pathlib import Path
from typing import Any, List

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "libs" / "canonical-message" / "vectors"
#: A copy of the first vectors, laid beside the checkout: only where it is.
COPIED_VECTORS = ROOT.parent / "shared" / "vectors"


def vectors(*names: str) -> List[Any]:
    """The entries of these files, one list."""
    files = [VECTORS / f"{name}.json" for name in names]
    files += [copy for copy in (COPIED_VECTORS / file.name for file in files) if copy.exists()]
    return [entry for file in files for entry in json.loads(file.read_text("utf-8"))]
