"""Runs the examples of the README as one program, as they stand.

    python3 -m tests.run_readme DATA_FOLDER

DATA_FOLDER is that of a running exchange: it takes the place of ``.local``.
"""

import ast
import asyncio
import inspect
import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def program(data_folder: str) -> str:
    """All blocks of Python, one after the other."""
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.M | re.S)
    return "\n".join(blocks).replace(".local", data_folder)


async def run(text: str) -> None:
    """With ``await`` at the top, as ``python3 -m asyncio`` takes it."""
    code = compile(text, str(README), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    running = eval(code, {"__name__": "readme"})
    if inspect.isawaitable(running):
        await running


if __name__ == "__main__":
    asyncio.run(run(program(sys.argv[1])))
