"""Windows of other programs: which there are, which one is meant, and what it shows. Looking only, never touching."""

from vision.windows.choose import choose
from vision.windows.take import take
from vision.windows.window import Window, WindowSystem

__all__ = ["Window", "WindowSystem", "choose", "take"]
