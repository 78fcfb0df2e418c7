import type { Browser } from '@playwright/test'
import { ADMINISTRATOR, handledPage } from './handled-page.ts'
import { median } from './measure.ts'
import type { Row } from './row.ts'

const READS = 100

/** Handlers that use all CPU time or memory of their worker; the server must answer meanwhile. */
const LOADS = {
  'a handler that loops': 'for (;;);',
  'a handler that allocates': 'const all = []; for (;;) all.push(new Array(1000).fill({}))',
}

/** The time in milliseconds by which a read takes longer while a handler misbehaves. */
export async function handlerLoadRows(browser: Browser, url: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, body] of Object.entries(LOADS)) rows.push(await loadRow(browser, url, { name, body }))
  return rows
}

async function loadRow(
  browser: Browser,
  url: string,
  { name, body }: { readonly name: string; readonly body: string },
): Promise<Row> {
  const calm = await latencyWith(browser, url, 'return')
  const busy = await latencyWith(browser, url, body)
  return { what: `what ${name} adds to the time of a read, p50`, unit: 'ms', ours: busy - calm, goal: { atMost: 50 } }
}

/**
 * The median time of a read, milliseconds, while the handler runs `body`. Measuring begins when the handler has written the
 * ConfigMap `busy`, directly before `body`. The handler waits for the ConfigMap `go`, because a handler that blocks its thread
 * is ended after some seconds.
 */
async function latencyWith(browser: Browser, url: string, body: string): Promise<number> {
  const text = `export default {
    kind: 'controller',
    serviceAccount: 'default/default',
    watch: 'v1/configmaps',
    async reconcile({ name }, { apply }) {
      if (name !== 'go') return
      await apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'busy', namespace: 'default' } })
      ${body}
    },
  }`
  const page = await handledPage(browser, url, { objects: [ADMINISTRATOR], handlers: { 'busy.handler.ts': text } })
  const times = await page.evaluate(measureReads, READS)
  await page.context().close()
  return median(times)
}

/** Runs in the page: the times of reads, milliseconds. */
async function measureReads(count: number): Promise<number[]> {
  const cluster = new URLSearchParams(location.search).get('cluster')
  const path = `clusters/${cluster}/api/v1/namespaces/default`
  await fetch(`${path}/configmaps`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'go' } }),
  })
  while (!(await fetch(`${path}/configmaps/busy`)).ok) await new Promise(requestAnimationFrame)
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    await (await fetch(path)).text()
    times.push(performance.now() - started)
  }
  return times
}
