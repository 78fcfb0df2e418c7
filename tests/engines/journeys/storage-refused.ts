import type { Journey } from './journey.ts'

/** Refuses each kind of storage, as private windows and blocked site data do. */
const REFUSE = `{
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }
  Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse })
  for (const name of ['localStorage', 'sessionStorage', 'caches'])
    if (name in globalThis) Object.defineProperty(globalThis, name, { get: refuse })
  if ('ServiceWorkerContainer' in globalThis)
    ServiceWorkerContainer.prototype.register = () =>
      Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
}`

export default {
  title: 'without storage a cluster works in memory, and the page says that it is not saved and has no fetch',
  async run({ visit, serve }) {
    const { origin } = await serve({ prelude: REFUSE })
    const visitor = await visit()
    await visitor.open(`${origin}/`)
    await visitor.applyExample()
    await visitor.run('svcctl get deployments -A -w')
    await visitor.sees('.xterm-rows', /shop\s+web\s+2\/2/)
    await visitor.sees('.statusline', /Not saved: gone when this tab closes/)
    await visitor.until(`return window.tabplane.ready.then(() => 'ready', ({ message }) => message)`, {
      pattern: /fetch cannot reach the clusters: .*The app itself works without it/,
    })
  },
} satisfies Journey
