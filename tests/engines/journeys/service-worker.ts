import type { Journey } from './journey.ts'

/** Reads a namespace by `fetch`, through the service worker; the status as text. */
const FETCH = `
  await navigator.serviceWorker.ready
  const cluster = new URLSearchParams(location.search).get('cluster')
  const response = await fetch('clusters/' + cluster + '/api/v1/namespaces/default')
  return response.status + ' ' + (await response.json()).metadata.name`

/** Refuses modules as service workers, as older browsers do. */
const CLASSIC_ONLY = `{
  const register = ServiceWorkerContainer.prototype.register
  ServiceWorkerContainer.prototype.register = function (url, options = {}) {
    if (options.type === 'module') return Promise.reject(new TypeError('modules are not service workers'))
    return register.call(this, url, options)
  }
}`

export const noModuleServiceWorker = {
  title: 'fetch reaches the cluster in a browser whose service workers cannot be modules',
  async run({ visit, serve }) {
    const { origin } = await serve({ prelude: `if ('ServiceWorkerContainer' in globalThis) ${CLASSIC_ONLY}` })
    const visitor = await visit()
    await visitor.open(`${origin}/`)
    await visitor.until(FETCH, { pattern: /^200 default$/ })
  },
} satisfies Journey

export default {
  title: 'fetch reaches the cluster through the service worker, again after it ended and after a reload',
  async run({ visit, serve }) {
    const { origin } = await serve()
    const visitor = await visit()
    await visitor.open(`${origin}/`)
    const answered = { pattern: /^200 default$/ }
    await visitor.until(FETCH, answered)
    // In every engine, an unregistered service worker ends. The reload registers a new one.
    await visitor.until(
      `const registration = await navigator.serviceWorker.ready
       await registration.unregister()
       return 'gone'`,
      { pattern: /gone/ },
    )
    await visitor.reload()
    await visitor.until(FETCH, answered)
    await visitor.reload()
    await visitor.until(FETCH, answered)
  },
} satisfies Journey
