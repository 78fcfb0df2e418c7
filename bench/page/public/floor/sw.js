// Answers every fetch with the same bytes, as many as a ConfigMap of the benchmark has, to measure the cost of a service worker.
const text = JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: {}, data: { a: 'x'.repeat(800) } })
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') return
  event.respondWith(new Response(text, { headers: { 'Content-Type': 'application/json' } }))
})
