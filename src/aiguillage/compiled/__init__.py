"""The kernel a second time, for numba.

This package has no files of its own: it looks for its modules where `aiguillage` has its, so that
`aiguillage.compiled.rules.turn` is the source of `aiguillage.rules.turn` under another name. Under that name
`rules/jit.py` hands every kernel function to numba; under its own name it leaves them plain Python. The same
source therefore serves both side by side in one process, and numba is imported only by whoever asks for this package:
`make kernel`, which builds the WebAssembly files that games run on, and CUDA.

Only kernel modules (`rules/` and the kernel modules of `bots/` and `envs/`) may be imported through here. Those that
the families share are loaded once more for each family, by the same means (`bots/shared/`, `envs/shared/`).
"""

from pathlib import Path

__path__ = [str(Path(__file__).parents[1])]
