"""Where and when a character goes: curves, grounds, timing, and what the viewport shows of it."""
