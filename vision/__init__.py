"""The eye: frames, locating and reading boards, and the marks drawn back on the picture. Solves nothing."""
