"""``python -m boardsight`` and the ``boardsight`` command."""


def main() -> None:
    """Start the command line."""
    raise SystemExit(2)


if __name__ == "__main__":
    main()
