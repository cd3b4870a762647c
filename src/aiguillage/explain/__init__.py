"""The kernel explains itself: views, choices, refusals, events and outcomes, written by kernel code as JSON."""
