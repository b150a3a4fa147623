"""``python -m boardsight`` and the ``boardsight`` command."""

import os

# The arrays here are small: more threads than one make their products slower. It must be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from boardsight.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
