// Answers every fetch with the same bytes: what a service worker costs by itself.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') return
  event.respondWith(new Response('{"kind":"Pod"}', { headers: { 'Content-Type': 'application/json' } }))
})
