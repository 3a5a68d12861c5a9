"""Everything that goes wrong at once: faults at every step, many writers, random lives, fuzzing."""
