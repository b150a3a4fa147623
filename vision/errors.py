"""What can go wrong between a screen or a file and a reading."""

from solver.errors import BoardsightError


class PictureError(BoardsightError):
    """A file is not a picture that can be read, or is larger than the pixel limit."""


class CaptureError(BoardsightError):
    """No usable picture could be taken from the screen or a window."""


class WindowGoneError(CaptureError):
    """The window was closed, or has no picture while it is minimised."""
