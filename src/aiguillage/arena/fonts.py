"""The fonts of the reports, inside the page: those of the browser client, where it has been built."""

import base64
from importlib.resources import files

FACES = {
    "besley-latin-700": ("Besley", 700),
    "besley-latin-900": ("Besley", 900),
    "barlow-condensed-latin-500": ("Barlow Condensed", 500),
    "barlow-condensed-latin-600": ("Barlow Condensed", 600),
    "barlow-condensed-latin-700": ("Barlow Condensed", 700),
    "barlow-latin-400": ("Barlow", 400),
}
"""How a font's file name begins, its family and its weight."""


def font_faces() -> str:
    """CSS with the fonts in it; without the client nothing, and the page looks for fonts of the reader's machine."""
    folder = files("aiguillage.server").joinpath("static", "assets")
    if not folder.is_dir():
        return ""
    rules = []
    for file in folder.iterdir():
        face = file.name.rsplit("-normal-", 1)[0]
        if file.name.endswith(".woff2") and face in FACES:
            family, weight = FACES[face]
            data = base64.b64encode(file.read_bytes()).decode()
            rules.append(
                f'@font-face{{font-family:"{family}";font-weight:{weight};'
                f'src:url("data:font/woff2;base64,{data}") format("woff2")}}'
            )
    return "\n".join(sorted(rules))
