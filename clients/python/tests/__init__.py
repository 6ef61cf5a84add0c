"""A run that waits for ever ends after ten minutes, and says what each task waited for."""

import asyncio
import faulthandler
import gc
import os
import threading

_LONGEST_RUN_SECONDS = 600.0


def _end_with_stacks() -> None:
    for task in [one for one in gc.get_objects() if isinstance(one, asyncio.Task)]:
        if not task.done():
            task.print_stack()
    faulthandler.dump_traceback(all_threads=True)
    os._exit(1)


_timer = threading.Timer(_LONGEST_RUN_SECONDS, _end_with_stacks)
_timer.daemon = True
_timer.start()
