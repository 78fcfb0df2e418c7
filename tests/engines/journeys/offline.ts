import type { Journey } from './journey.ts'

export default {
  title: 'without the network a reload has the app, the cluster and its objects',
  async run({ visit, serve }) {
    const site = await serve()
    const visitor = await visit()
    await visitor.open(`${site.origin}/`)
    await visitor.run('svcctl create configmap kept')
    await visitor.sees('.xterm-rows', /configmap\/kept created/)
    await visitor.until(
      `const keys = await caches.keys()
       const counts = await Promise.all(keys.map(async (key) => (await (await caches.open(key)).keys()).length))
       return navigator.serviceWorker.controller !== null && counts.some((count) => count > 50)`,
      { pattern: /true/ },
    )
    await site.close()
    await visitor.reload()
    await visitor.run('svcctl get configmaps')
    await visitor.sees('.xterm-rows', /kept\s+0/)
  },
} satisfies Journey
