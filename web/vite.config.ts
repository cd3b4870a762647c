import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const api = process.env.AIGUILLAGE_API ?? "http://127.0.0.1:8000";
const built = join(import.meta.dirname, "../src/aiguillage/server/static");

/** The service worker knows every file of the built page, and is another one whenever one of them is. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    closeBundle() {
      const files = readdirSync(built, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
      const version = createHash("sha256");
      for (const file of files) version.update(file.slice(built.length)).update(readFileSync(file));
      const names = files
        .map((file) => file.slice(built.length + 1).replaceAll("\\", "/"))
        .map((name) => (name === "index.html" ? "./" : name));
      const text = readFileSync(join(import.meta.dirname, "service.js"), "utf8");
      const filled = text
        .replace('"VERSION"', JSON.stringify(version.digest("hex").slice(0, 12)))
        .replace('["FILES"]', JSON.stringify(names));
      writeFileSync(join(built, "service.js"), filled);
    },
  };
}

// What plays without a server is not part of the page until it is asked for.
const engine = (name: string) => `assets/engine/${name}-[hash].js`;

// What looks back at finished games and explains them is fetched when somebody asks for it.
const back = ({ name, moduleIds }: { name: string; moduleIds: string[] }) =>
  moduleIds.some((id) => /\/lib\/analysis\/|\/screens\/Replay/.test(id))
    ? `assets/back/${name}-[hash].js`
    : "assets/[name]-[hash].js";

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  // any host, any path
  base: "./",
  build: {
    outDir: built,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // a browser that does not know it loads a moment later
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: { output: { chunkFileNames: back } },
  },
  worker: {
    format: "es",
    rollupOptions: { output: { entryFileNames: engine("[name]"), chunkFileNames: engine("[name]") } },
  },
  server: { proxy: { "/api": { target: api, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node", setupFiles: ["src/dev/words.ts"] },
});
