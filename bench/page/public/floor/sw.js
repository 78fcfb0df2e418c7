// Answers every fetch with the same bytes, as many as a ConfigMap of the benchmark has, to measure the cost of a service worker.
// A stream costs Chromium less than a body of bytes.
const answer = { kind: 'ConfigMap', apiVersion: 'v1', metadata: {}, data: { a: 'x'.repeat(800) } }
const bytes = new TextEncoder().encode(JSON.stringify(answer))
const body = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') return
  event.respondWith(new Response(body(), { headers: { 'Content-Type': 'application/json' } }))
})
