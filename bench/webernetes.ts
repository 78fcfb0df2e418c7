import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type * as Webernetes from '@ngrok/webernetes'
import type { Figures } from './handle.ts'
import { pod } from './objects.ts'
import { median, rate, time } from './row.ts'

/** The peer's package imports without extensions, which Node refuses: it is bundled first. */
async function load(): Promise<typeof Webernetes> {
  const outfile = path.join(mkdtempSync(path.join(tmpdir(), 'bench-')), 'webernetes.mjs')
  await build({
    stdin: { contents: "export * from '@ngrok/webernetes'", resolveDir: import.meta.dirname ?? process.cwd() },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
    banner: { js: "import{createRequire}from'module';const require=createRequire(import.meta.url);" },
  })
  return (await import(pathToFileURL(outfile).href)) as typeof Webernetes
}

/** The peer's API client over its store alone: no nodes, no controllers. */
async function bare(peer: typeof Webernetes) {
  const cluster = new peer.Cluster({ nodes: 1 })
  await cluster.api.corev1.createNamespace({ body: { metadata: { name: 'default' } } })
  return cluster
}

export async function webernetesPods(n: number): Promise<Omit<Figures, 'fanOut'>> {
  const peer = await load()
  const cluster = await bare(peer)
  const api = cluster.api.corev1
  const create = await rate(n, (i) => api.createNamespacedPod({ namespace: 'default', body: pod(i) }))
  const name = (i: number) => `pod-${String((i * 7919) % n).padStart(6, '0')}`
  const get = await rate(5000, (i) => api.readNamespacedPod({ namespace: 'default', name: name(i) }))
  const lists = []
  for (let i = 0; i < 5; i++) lists.push(await time(() => api.listNamespacedPod({ namespace: 'default' })))
  const patch = await rate(1000, (i) =>
    api.patchNamespacedPod(
      { namespace: 'default', name: name(i), body: { metadata: { labels: { p: String(i) } } } },
      peer.setHeaderOptions('Content-Type', peer.PatchStrategy.MergePatch),
    ),
  )
  await cluster.close()
  return { create, get, list: median(lists), patch }
}

export async function webernetesFanOut(creates: number, watchers: number): Promise<number> {
  const peer = await load()
  const cluster = await bare(peer)
  let seen = 0
  let done: () => void = () => undefined
  const all = new Promise<void>((resolve) => (done = resolve))
  const watched = '/api/v1/namespaces/default/pods'
  for (let i = 0; i < watchers; i++)
    await new peer.Watch(cluster.kubeConfig).watch(
      watched,
      { resourceVersion: '1' },
      () => ++seen === creates * watchers && done(),
      () => undefined,
    )
  const ms = await time(async () => {
    for (let i = 0; i < creates; i++)
      await cluster.api.corev1.createNamespacedPod({ namespace: 'default', body: pod(i) })
    await all
  })
  await cluster.close()
  return ((creates * watchers) / ms) * 1000
}
