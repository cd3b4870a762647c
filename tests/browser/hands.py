"""A person at a table: looks at the page, clicks or types what is possible, until the game is over."""

from playwright.sync_api import Page

LOOK = """() => {
  const on = (e) => e && !e.disabled && e.getAttribute("aria-disabled") !== "true";
  const all = (s) => [...document.querySelectorAll(s)];
  return {
    over: !!document.querySelector("[data-screen=count]"),
    mine: document.title.startsWith("●"),
    offers: all("[data-offer]").map((e) => e.dataset.offer),
    kept: all("[data-offer][aria-checked=true]").length,
    confirm: all("[data-confirm]").some(on),
    tracks: all("[data-track]").filter(on).map((e) => e.dataset.track),
    market: all("[data-market]").filter(on).map((e) => e.dataset.market),
    actions: all("[data-action]").filter(on).map((e) => e.dataset.action),
  };
}"""

MIDDLE = """(e) => {
  const path = e.matches("path") ? e : e.querySelector("path");
  const p = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
  return [p.x, p.y];
}"""
