"""Networks that teach themselves: `aiguillage train` (needs `aiguillage[train]`, which is PyTorch).

They imitate a scripted bot first, then play against themselves on `BatchEnv`. What is trained is the integer network of
`aiguillage.bots.neural`: weights and values between layers are rounded in training as they are at the table.
"""
