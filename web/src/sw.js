// Keeps this build's files, so that the page opens without a network. A newer build is fetched beside it and takes over
// when the last tab of the old one is closed: a game under way never gets files of two builds.

const version = 'VERSION';
// Of the two modules for thinking, only the one that this browser uses is kept (runsFastModule in engine/core.ts).
const fast = WebAssembly.validate(new Uint8Array(['PROBE']));
const unused = fast ? /assets\/rimau-plain-/ : /assets\/rimau-(?!plain-|solver-)[^/]*\.wasm$/;
const files = ['FILES'].filter((file) => !unused.test(file));
const cacheName = `rimau-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('rimau-') && name !== cacheName) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const scope = new URL(self.registration.scope);
  const own = address.origin === scope.origin && address.pathname.startsWith(scope.pathname);
  // What a server answers anew each time (probes, live games) is left alone.
  if (request.method !== 'GET' || !own || address.pathname.startsWith(`${scope.pathname}api/`))
    return;
  const answer = async () => {
    const cache = await caches.open(cacheName);
    // A build's file is the same for every asker, whatever the server says that it varies by.
    const kept = await cache.match(request.mode === 'navigate' ? './' : request, {
      ignoreSearch: true,
      ignoreVary: true,
    });
    return kept ?? (await fetch(request));
  };
  event.respondWith(answer());
});
