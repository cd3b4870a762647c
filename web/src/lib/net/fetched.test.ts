import { afterEach, expect, it, vi } from "vitest";
import { fetched } from "./fetched";

afterEach(() => vi.unstubAllGlobals());

it("says that there is no line, and not that something is broken", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(fetched("board.json")).rejects.toMatchObject({ code: "offline", status: 0 });
});

it("does not take a page about an error for a file", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
  await expect(fetched("board.json")).rejects.toThrow("board.json: 404");
});
