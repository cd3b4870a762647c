"""What a browser sees: the built client, or how to build it, and the API's reference without scripts."""

from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as PathPart
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse

from aiguillage.boards.picture import SIZE

from .titles import PLACE, find_file, with_files, with_titles

STATIC = Path(__file__).parent.parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"  # names under assets/ and of networks carry a hash of their content
ASK_AGAIN = "no-cache"
STYLE = (
    "body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:3rem auto;padding:0 1rem;background:#f1e8d2;"
    "color:#1d2430}code,pre{background:#eadfc4;padding:.1em .3em;border-radius:4px}"
    "table{border-collapse:collapse}td{padding:.2rem .8rem .2rem 0;vertical-align:top}h2{margin-top:2rem}"
)
router = APIRouter(include_in_schema=False)


def _page(title: str, body: str, status: int = 200) -> HTMLResponse:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    html = f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>'
    return HTMLResponse(html, status_code=status, headers={"cache-control": ASK_AGAIN})


@router.get("/api/docs")
async def reference(request: Request) -> HTMLResponse:
    """The REST part of the protocol as a plain page, made from the OpenAPI schema."""
    schema: dict[str, Any] = request.app.openapi()
    rows = []
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            model = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            text = escape(operation.get("description") or operation.get("summary") or "")
            rows.append(
                f"<tr><td><code>{method.upper()} {escape(path)}</code></td><td>{escape(model)}</td><td>{text}</td></tr>"
            )
    body_html = (
        "<h1>Aiguillage: the API</h1><p>The machine-readable form is "
        '<a href="/api/openapi.json">/api/openapi.json</a>; <code>docs/protocol.md</code> explains it '
        "and the WebSocket.</p><table>" + "".join(rows) + "</table>"
    )
    return _page("Aiguillage API", body_html)


@router.get("/game/{table_id}")
async def shared(
    request: Request,
    table_id: Annotated[str, PathPart(pattern=r"^[0-9a-z]{16}$")],
    at: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
) -> HTMLResponse:
    """The link to a finished game, or to a moment of it: what previews of links read, and the way to the replay."""
    header = await request.app.state.house.storage.header(table_id)
    moment = "" if at is None else f"?at={at}"
    if header is None or header.status != "over":
        return _way_on(f"/#/table/{table_id}", "Aiguillage", "")
    address = request.app.state.reach.address_for(f"{request.url.scheme}://{request.url.netloc}")
    totals = [str(total).replace("-", "−") for total in header.totals or []] or [""] * len(header.seats)
    people = ", ".join(f"{seat.name} {total}".strip() for seat, total in zip(header.seats, totals, strict=True))
    title, text = f"{header.board_name} · Aiguillage", people
    meta = {
        "og:type": "website",
        "og:site_name": "Aiguillage",
        "og:title": title,
        "og:description": text,
        "og:url": f"{address}/game/{table_id}{moment}",
        "og:image": f"{address}/api/tables/{table_id}/picture.png{moment}",
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
        "og:image:alt": text,
        "twitter:card": "summary_large_image",
    }
    tags = "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in meta.items())
    return _way_on(f"/#/replay/{table_id}{moment}", title, tags)


def _way_on(to: str, title: str, tags: str) -> HTMLResponse:
    """A page that goes on to the client at once; nothing else can name a place in it."""
    html = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>{tags}'
        f'<link rel="icon" href="/icon.svg"><meta http-equiv="refresh" content="0;url={to}">'
        f"<style>{STYLE}</style></head>"
        f'<body><p><a href="{to}">{escape(title)}</a></p></body></html>'
    )
    return HTMLResponse(html, headers={"cache-control": ASK_AGAIN})


@router.get("/{path:path}")
async def page(path: str, request: Request) -> Response:
    """A file of the client. Places in it are named behind a `#`, so that it can lie under any path; whoever leaves that
    out is shown the way."""
    if path == "service.js" and (STATIC / path).is_file():
        text = with_files((STATIC / path).read_text(encoding="utf-8"))
        return Response(text, media_type="text/javascript", headers={"cache-control": ASK_AGAIN})
    file = find_file(path.removeprefix(PLACE)) if path.startswith(PLACE) else _static_file(path)
    if isinstance(file, bytes):
        kind = guess_type(path)[0] or "application/octet-stream"
        return Response(file, media_type=kind, headers={"cache-control": ASK_AGAIN})
    if file is not None:
        kept = FOR_EVER if path.startswith("assets/") or path.endswith(".npz") else ASK_AGAIN
        return FileResponse(file, headers={"cache-control": kept})
    if path.startswith("api/"):
        raise HTTPException(404, "There is nothing at this address; see /api/docs.")
    if path.startswith("assets/") or "." in path.rpartition("/")[2] or not path.isprintable():
        return _page("Not found", "<h1>There is nothing here</h1>", 404)
    if path:
        place = quote(path) + (f"?{request.url.query}" if request.url.query else "")
        way = f"{'../' * path.count('/') or './'}#/{place}"
        return Response(status_code=307, headers={"location": way, "cache-control": ASK_AGAIN})
    index = STATIC / "index.html"
    if index.is_file():
        return HTMLResponse(with_titles(index.read_text("utf-8")), headers={"cache-control": ASK_AGAIN})
    return _page(
        "Aiguillage",
        "<h1>Aiguillage is running</h1><p>The browser client is not built into this copy. In a checkout run "
        "<code>make web</code> (or <code>python web/build.py</code>) and reload this page.</p>"
        '<p>The API works all the same: see <a href="/api/docs">its reference</a>.</p>',
    )


def _static_file(path: str) -> Path | None:
    """The file of that name under the client's folder, and never one outside it."""
    if not path or "\0" in path or "\\" in path:
        return None
    try:
        file = (STATIC / path).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None
