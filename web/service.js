// The page's one service worker: it keeps the page for when there is no network, and shows word of turns.
// vite.config.ts fills in which files there are.
const OURS = `aiguillage ${self.registration.scope} `;
const KEPT = OURS + "VERSION";
const FILES = ["FILES"];
const PATIENCE = 3000;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const wanted = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(wanted)));
});

// The version before this one stays: a page that is still open may ask for its parts.
self.addEventListener("activate", (event) => {
  const forget = (names) =>
    Promise.all(
      names
        .filter((name) => name.startsWith(OURS))
        .slice(0, -2)
        .map((name) => caches.delete(name)),
    );
  event.waitUntil(
    caches
      .keys()
      .then(forget)
      .then(() => self.clients.claim()),
  );
});

// The page itself comes from the network where there is one, so that it is the newest; its parts never change.
async function page(request) {
  const kept = await caches.open(KEPT).then((cache) => cache.match("./"));
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  // a web server in front that has lost ours answers for it
  const there = fetch(request).then((answer) => (answer.status < 500 ? answer : Promise.reject(answer)));
  return Promise.race([there, late]).catch(() => kept ?? fetch(request));
}

// Parts of this version first: what has no digest in its name is in the one before it, too.
async function part(request) {
  const kept = await caches.open(KEPT).then((cache) => cache.match(request));
  return kept ?? (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const inside = new URL(self.registration.scope);
  if (request.method !== "GET" || address.origin !== inside.origin || !address.pathname.startsWith(inside.pathname))
    return;
  // what the server alone answers: its tables, and the links to finished games
  if (["api/", "game/"].some((part) => address.pathname.startsWith(inside.pathname + part))) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else event.respondWith(part(request));
});

// Word of a turn arrives while the page is closed: show it, and open the table when it is clicked. A server that knows
// no address of its own sends no link; then it is the first page, where the tables that wait come first.
self.addEventListener("push", (event) => {
  const word = event.data?.json() ?? {};
  const shown = self.registration.showNotification("Aiguillage", {
    body: word.text ?? "",
    tag: word.link,
    data: word.link,
  });
  event.waitUntil(shown);
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data || self.registration.scope));
});
