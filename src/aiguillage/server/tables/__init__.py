"""What happens at tables: seats, games, clocks, bots, talk, and what each reader is told."""
