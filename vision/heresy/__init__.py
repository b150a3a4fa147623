"""The stages that read a 3×3 Hive glyph panel: blobs (propose), lattice (fit), align and classify (read), judge."""
