"""``python -m boardsight`` and the ``boardsight`` command."""

from boardsight.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
