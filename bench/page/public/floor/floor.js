/** The fetches of the benchmark, answered by a service worker with one constant answer. */
globalThis.floor = async (count) => {
  const { serviceWorker } = navigator
  await serviceWorker.register('sw.js')
  if (serviceWorker.controller === null)
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  const get = async () => (await fetch('constant')).arrayBuffer()
  const each = []
  for (let i = 0; i < count; i++) {
    const started = performance.now()
    await get()
    each.push(performance.now() - started)
  }
  const started = performance.now()
  let left = count
  const work = async () => {
    while (left-- > 0) await get()
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return { each, atOnce: (count * 1000) / (performance.now() - started) }
}
