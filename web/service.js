// The page's one service worker: it keeps the page for when there is no network, and shows word of turns.
// vite.config.ts fills in which files there are.
//
// A new worker takes over when the last page of the old one is closed: nothing is taken from under a page that is being
// loaded. Until then it does not matter which of them is in charge: each version has a cache of its own, and every
// worker looks into all of them, the newest first.
const OURS = `aiguillage ${self.registration.scope} `;
const KEPT = OURS + "VERSION";
const FILES = ["FILES"];
const PATIENCE = 3000;

/** The names of the caches, the newest first. One is filled whole or not at all, but for networks. */
const versions = async () => (await caches.keys()).filter((name) => name.startsWith(OURS)).reverse();

async function kept(request) {
  for (const cacheName of await versions()) {
    const found = await caches.match(request, { cacheName });
    if (found) return found;
  }
  return undefined;
}

self.addEventListener("install", (event) => {
  const wanted = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  // one that comes back is the newest
  const fresh = caches.delete(KEPT).then(() => caches.open(KEPT));
  event.waitUntil(fresh.then((cache) => cache.addAll(wanted)));
});

self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));

// A version goes when a newer one is whole and none of its pages is open: a page holds a lock with the address of its
// script.
async function forget() {
  const { held } = await navigator.locks.query();
  const open = new Set(held.map((lock) => lock.name));
  let newer = false;
  for (const name of await versions()) {
    const files = await caches.open(name).then((cache) => cache.keys());
    if (newer && !files.some(({ url }) => open.has(url))) await caches.delete(name);
    newer ||= files.some(({ url }) => url === self.registration.scope);
  }
}

// The page itself comes from the network where there is one, so that it is the newest; its parts never change.
async function page(request) {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  // a web server in front that has lost ours answers for it
  const there = fetch(request).then((answer) => (answer.status < 500 ? answer : Promise.reject(answer)));
  return Promise.race([there, late]).catch(async () => {
    const found = await kept("./");
    if (!found) return fetch(request);
    const { scope } = self.registration;
    // whoever leaves out the `#` is shown the way, as by a server
    const place = request.url.slice(scope.length);
    if (/^[\w/-]+(\?|$)/.test(place)) return Response.redirect(`${scope}#/${place}`);
    // what the page names beside itself is found from its own folder only
    return new URL(".", request.url).href === scope ? found : Response.redirect(scope);
  });
}

const part = async (request) => (await kept(request)) ?? fetch(request);

// A network is kept when it is asked for, by who plays by it or by the page some time after it has come; the newest
// version takes it over from the one before.
async function net({ url }) {
  const newest = await caches.open((await versions())[0] ?? KEPT);
  const there = await newest.match(url);
  if (there) return there;
  const found = (await kept(url)) ?? (await fetch(url));
  if (found.ok) await newest.put(url, found.clone()).catch(() => undefined);
  return found;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const inside = new URL(self.registration.scope);
  if (request.method !== "GET" || address.origin !== inside.origin || !address.pathname.startsWith(inside.pathname))
    return;
  // what the server alone answers: its tables, and the links to finished games
  if (["api/", "game/"].some((part) => address.pathname.startsWith(inside.pathname + part))) return;
  if (request.mode === "navigate") {
    event.respondWith(page(request));
    event.waitUntil(forget());
  } else event.respondWith(address.pathname.endsWith(".npz") ? net(request) : part(request));
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
