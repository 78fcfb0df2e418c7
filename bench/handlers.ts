import type { Browser } from '@playwright/test'
import { withBuiltApp } from './built-page.ts'
import { ADMINISTRATOR, handledPage } from './handled-page.ts'
import { handlerLoadRows } from './handler-load.ts'
import { checkRow, lessonRow } from './lessons.ts'
import { median } from './measure.ts'
import type { Row } from './row.ts'

/** Pairs of a write without a webhook and one with it; they take turns, so that other load affects both. */
const PAIRS = 200
const CONTROLLERS = 10
const OBJECTS = 1_000
/** Seconds for which the CPU time of idle controllers is measured. */
const WATCHED = 10
/** A calm cluster uses less CPU time per second than this, in milliseconds. The measurement begins after two calm seconds. */
const SETTLED = 200

/** Lessons and handlers in Chromium, on a production build. */
export async function handlerRows(): Promise<Row[]> {
  return withBuiltApp(async (browser, url) => [
    await lessonRow(browser, url),
    await checkRow(browser, url),
    await webhookRow(browser, url),
    ...(await handlerLoadRows(browser, url)),
    await idleRow(browser, url),
  ])
}

const WEBHOOK = `export default {
  kind: 'webhook',
  service: 'default/guard',
  routes: { '/': { admission({ object }) { if (object?.metadata.labels?.owner) return; return { denied: 'no owner' } } } },
}
`

const CONFIGURATION = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'guard' },
  webhooks: [
    {
      name: 'owner.guard.example',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: { url: 'https://guard.default.svc/', caBundle: 'YW55dGhpbmc=' },
      objectSelector: { matchLabels: { guarded: 'yes' } },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
    },
  ],
}

async function webhookRow(browser: Browser, url: string): Promise<Row> {
  const handlers = { 'guard.handler.ts': WEBHOOK }
  const page = await handledPage(browser, url, { objects: [CONFIGURATION], handlers })
  const times = await page.evaluate(measurePairs, PAIRS)
  await page.context().close()
  return {
    what: 'what a webhook adds to the time of a write, p50',
    unit: 'ms',
    ours: median(times.guarded) - median(times.free),
    goal: { atMost: 2 },
  }
}

/** Runs in the page: the times of writes that call the webhook, and of others, milliseconds. */
async function measurePairs(pairs: number): Promise<{ guarded: number[]; free: number[] }> {
  const cluster = new URLSearchParams(location.search).get('cluster')
  const times = { guarded: [] as number[], free: [] as number[] }
  const create = async (name: string, labels: object): Promise<number> => {
    const started = performance.now()
    const response = await fetch(`clusters/${cluster}/api/v1/namespaces/default/configmaps`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels } }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return performance.now() - started
  }
  // The handler may still be starting, so writes may fail. The first writes are also slower, because they load code.
  for (let at = 0; at < 100; at++) {
    const name = `first-${at}`
    const done = await create(name, { guarded: 'yes', owner: 'me' }).catch((error: unknown) => String(error))
    if (typeof done === 'string') await new Promise((resolve) => setTimeout(resolve, 100))
    else await create(`${name}-free`, { owner: 'me' })
  }
  for (let at = 0; at < pairs; at++) {
    times.guarded.push(await create(`guarded-${at}`, { guarded: 'yes', owner: 'me' }))
    times.free.push(await create(`free-${at}`, { owner: 'me' }))
  }
  return times
}

const controller = (at: number): string => `export default {
  kind: 'controller',
  serviceAccount: 'default/default',
  watch: 'v1/configmaps',
  reconcile({ name }) { if (name === 'none') console.log(${at}) },
}
`

/** The mean CPU time per second of all processes of the browser while nothing changes. */
async function idleRow(browser: Browser, url: string): Promise<Row> {
  const names = Array.from({ length: CONTROLLERS }, (_, at) => [`c${at}.handler.ts`, controller(at)] as const)
  const maps = Array.from({ length: OBJECTS }, (_, at) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `map-${at}`, namespace: 'default' },
    data: { number: String(at) },
  }))
  const page = await handledPage(browser, url, {
    objects: [ADMINISTRATOR, ...maps],
    handlers: Object.fromEntries(names),
  })
  const session = await browser.newBrowserCDPSession()
  const cpu = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
  }
  const during = async (seconds: number): Promise<number> => {
    const before = await cpu()
    await page.waitForTimeout(seconds * 1000)
    return ((await cpu()) - before) / seconds
  }
  for (let calm = 0; calm < 2;) calm = (await during(1)) < SETTLED ? calm + 1 : 0
  const ours = await during(WATCHED)
  await page.context().close()
  return {
    what: `CPU time in a second of ${CONTROLLERS} idle controllers, ${OBJECTS} objects`,
    unit: 'ms',
    ours,
    goal: { atMost: 50 },
  }
}
