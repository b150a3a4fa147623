"""The stages of the wheels detector: propose dots, fit the template, read the colours, judge."""
