import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { hurry } from './app/hurry.ts'
import { Playground } from './app/playground.ts'
import { test } from './app/shared-profile.ts'

interface Attack {
  readonly title: string
  /** The body of a script's `run`. `OUTSIDE` is the address of a server that must receive nothing. */
  readonly body: string
  /** The state or a log line that the reader sees. */
  readonly seen: RegExp
  /**
   * Whether the handler's thread answers no ping and sends nothing. For such a handler the journey shortens the time until the
   * frame ends it, which gate.test.ts measures. For other handlers the time stays: the frame counts their messages per second.
   */
  readonly blocks?: true
}

/** Each attempt logs its name and how it ended. */
const REACH = `
  const attempts = {
    fetch: () => fetch('OUTSIDE'),
    socket: () => new Promise((done, fail) => { const s = new WebSocket('OUTSIDE'.replace('http', 'ws')); s.onopen = done; s.onerror = () => fail('refused') }),
    script: () => importScripts('OUTSIDE/x.js'),
    module: () => import('OUTSIDE/x.js'),
    eval: () => eval('1'),
    indexedDB: () => new Promise((done, fail) => { const o = indexedDB.open('x'); o.onsuccess = done; o.onerror = () => fail(o.error) }),
    caches: () => caches.open('x'),
    files: () => navigator.storage.getDirectory(),
    localStorage: () => localStorage.getItem('x'),
    window: () => open('OUTSIDE'),
    parent: () => parent.postMessage('x', '*'),
    page: () => document.cookie,
    post: () => postMessage({ type: 'ended', id: 0, text: '' }),
    worker: () => new Worker('OUTSIDE'),
  }
  const reached = []
  for (const [name, attempt] of Object.entries(attempts)) {
    try { await attempt(); reached.push(name) } catch {}
  }
  console.log('reached: ' + (reached.join() || 'nothing'))
`

const ATTACKS: readonly Attack[] = [
  { title: 'loops', body: 'for (;;);', seen: /ended: it blocked its thread for 10 s/, blocks: true },
  {
    title: 'allocates in a loop',
    body: 'const all = []; for (;;) all.push(new Array(1000).fill({}))',
    seen: /ended: it blocked its thread for 10 s/,
    blocks: true,
  },
  {
    title: 'allocates in short turns',
    body: 'const all = []; for (;;) { all.push(new Uint8Array(2 ** 24).fill(1)); await new Promise((go) => setTimeout(go)) }',
    seen: /the buffers of the handler would use 5\d\d MB; the limit is 512/,
  },
  { title: 'tries to use the network, the storage and the page', body: REACH, seen: /reached: nothing/ },
  {
    title: 'looks for the GPU, blobs of the browser and threads',
    body: `const names = ['OffscreenCanvas', 'navigator', 'Blob', 'Response', 'Worker', 'SharedWorker', 'FontFace', 'close']
      console.log('found: ' + (names.filter((name) => name in self).join() || 'none'))`,
    seen: /found: none/,
  },
  {
    title: 'floods the log',
    body: "for (;;) { for (let i = 0; i < 100; i++) console.log('x'); await null }",
    // A busy frame reads fewer than 2,000 messages in a second. Then the worker refuses to send more.
    seen: /ended: it sent more than 2000 messages in a second|the handler sends messages faster than they are read/,
  },
  {
    title: 'floods the log and catches the refusal',
    // The refusal is an exception, which a hostile handler can ignore. Then only the missing answers to pings end it.
    body: "for (;;) { try { for (;;) console.log('x'.repeat(4000)) } catch {} }",
    seen: /ended: it (sent more than 2000 messages in a second|blocked its thread for 10 s)/,
  },
  {
    title: 'answers 100 MB',
    body: "return 'x'.repeat(1e8)",
    seen: /the result has 100000002 characters; the limit is/,
  },
  {
    title: 'pollutes prototypes',
    body: "Object.prototype.kind = 'webhook'; JSON.parse = null; JSON.stringify = () => 'x'",
    seen: /Finished/,
  },
  {
    title: 'sends to the channels of the app',
    body: "new BroadcastChannel('tabplane:/').postMessage({ type: 'writer', generation: 1e9 })",
    seen: /BroadcastChannel is not defined/,
  },
]

/** Whether the server answers a read. */
const isServing = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const cluster = new URLSearchParams(location.search).get('cluster')
    return (await fetch(`clusters/${cluster}/api/v1/namespaces/default`)).ok
  })

async function run(playground: Playground, text: string): Promise<void> {
  const button = playground.page.getByRole('button', { name: /Allow and run|Run again|Run changes/ })
  // The tab of a handler loads late; until then a paste would reach the editor before it.
  await expect(button).toBeVisible()
  await playground.paste(text)
  await button.click()
}

/** A server of another origin that any page may call, with the requests that reached it. */
async function outsideServer(): Promise<{ readonly address: string; readonly asked: string[]; close(): void }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, asked, close: () => void server.close() }
}

test('attacks of a handler are harmless and are reported', async ({ page }) => {
  const outside = await outsideServer()
  const playground = new Playground(page)
  await playground.open()
  await playground.controlled()
  await playground.run("touch attack.handler.ts && echo ma''de")
  await expect(playground.screen).toContainText('made')
  await playground.command('attack.handler.ts')
  await page.getByRole('button', { name: /^Log/ }).click()
  for (const { title, body, seen, blocks } of ATTACKS)
    await test.step(title, async () => {
      const code = body.replaceAll('OUTSIDE', outside.address)
      const frame = page.waitForEvent('framenavigated', (navigated) => navigated.url().includes('handler-frame'))
      await run(
        playground,
        `export default { kind: 'script', serviceAccount: 'default/default', async run() { ${code} } }`,
      )
      if (blocks) await hurry(await frame, 10)
      // npm run bench -- --only handlers measures how fast.
      expect(await isServing(page)).toBe(true)
      await expect(page.getByRole('region', { name: 'Handlers' })).toContainText(seen)
    })
  expect(outside.asked).toEqual([])
  expect(await page.evaluate(() => [({} as { kind?: unknown }).kind, typeof [].map])).toEqual([undefined, 'function'])
  await playground.run('clear; svcctl get namespace default')
  await expect(playground.screen).toContainText('Active')
  outside.close()
})

/** Runs in the frame: a worker under the frame's policy, with all its globals. Resolves to the attempts that succeeded. */
function reachedFromWorker(attempts: string): Promise<string> {
  const code = `(async () => {${attempts}})()`.replace('console.log', 'postMessage')
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(code)}`)
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(String(data)))
  })
}

test('the policy of the frame forbids connections, scripts and storage without any other measure', async ({ page }) => {
  const outside = await outsideServer()
  const playground = new Playground(page)
  await playground.open()
  await playground.command('New handler')
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Running: webhook' })).toBeVisible()
  const frame = page.frame({ url: /handler-frame/ })
  // A worker of this test may post and close; the other attempts leave the frame.
  const attempts = REACH.replace(/^ +(post|worker): .*\n/gm, '').replaceAll('OUTSIDE', outside.address)
  expect(await frame?.evaluate(reachedFromWorker, attempts)).toBe('reached: nothing')
  expect(outside.asked).toEqual([])
  outside.close()
})

test('a webhook that never answers, or loops, is reported as a timeout, and the loop is ended', async ({ page }) => {
  const playground = new Playground(page)
  await playground.open()
  await playground.command('New handler')
  for (const body of ['return new Promise(() => undefined)', 'for (;;);']) {
    const routes = `{ '/owner': { admission() { ${body} } } }`
    await run(playground, `export default { kind: 'webhook', service: 'default/guard', routes: ${routes} }`)
    await expect(page.getByRole('status').filter({ hasText: 'Running: webhook' })).toBeVisible()
    await playground.run(
      'clear; sed -i "s/timeoutSeconds: 5/timeoutSeconds: 1/" guard.yaml; svcctl apply -f guard.yaml; svcctl create configmap one',
    )
    await expect(playground.screen).toContainText('context deadline exceeded')
  }
  await page.getByRole('button', { name: /^Log/ }).click()
  await expect(page.getByRole('list', { name: 'Log' })).toContainText(
    'still busy with a call after the server had given up',
  )
})
