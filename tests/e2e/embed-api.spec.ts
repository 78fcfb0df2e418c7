import type { Page } from '@playwright/test'
import type { TabplaneClusterElement } from '../../src/contracts/embed-api.ts'
import { encodeScenarioLink } from '../../src/scenario/scenario-link.ts'
import { bakery } from './app/playground.ts'
import { expect, test } from './embed-host.ts'

const inline = (text: string): string => `<script type="application/yaml">\n${text}\n</script>`

/** Runs a function in the page with its first embed. */
function withCluster<T>(page: Page, use: (cluster: TabplaneClusterElement) => Promise<T>): Promise<T> {
  return page
    .locator('tabplane-cluster')
    .first()
    .evaluate(use as (cluster: Element) => Promise<T>)
}

/** Waits until the element is defined, because `embed.js` loads beside the page. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.evaluate(() => customElements.whenDefined('tabplane-cluster'))
}

for (const sandbox of ['', 'sandbox'])
  test(`a page runs commands, applies, requests and reads ${sandbox}`, async ({ page, host }) => {
    host.body = `<tabplane-cluster title="Bakery" panes="edit,terminal" dialect="k8s" ${sandbox}>${inline(bakery(2))}</tabplane-cluster>`
    await open(page, host.url)
    const seen = await withCluster(page, async (cluster) => {
      await cluster.ready
      const listed = await cluster.run('kubectl get deploy -n bakery -o name')
      const piped = await cluster.run('kubectl get ns -o name | grep bake && cd / && pwd')
      const refused = await cluster.run('kubectl get pods nobody')
      const elsewhere = await cluster.run('kubectl --server=http://127.0.0.1:4173/clusters/a get ns')
      const applied = await cluster.apply('{apiVersion: v1, kind: ConfigMap, metadata: {name: menu}}')
      const menu = await cluster.fetch('/api/v1/namespaces/default/configmaps/menu')
      const created = await cluster.fetch('/api/v1/namespaces', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ metadata: { name: 'kiosk' } }),
      })
      const { items } = await cluster.snapshot()
      return {
        listed,
        piped,
        refused,
        elsewhere,
        applied,
        status: [menu.status, created.status],
        name: ((await menu.json()) as { metadata: { name: string } }).metadata.name,
        kinds: items.map(({ kind }) => String(kind)),
        link: await cluster.share(),
      }
    })
    expect(seen.listed).toEqual({ stdout: 'deployment.apps/oven\n', stderr: '', code: 0 })
    expect(seen.piped).toEqual({ stdout: 'namespace/bakery\n/\n', stderr: '', code: 0 })
    expect(seen.refused).toMatchObject({ stdout: '', code: 1, stderr: expect.stringContaining('NotFound') })
    expect(seen.elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('can reach this cluster only') })
    expect(seen.applied).toEqual([{ object: 'configmap/menu', outcome: 'created' }])
    expect(seen.status).toEqual([200, 201])
    expect(seen.name).toBe('menu')
    expect(seen.kinds).toEqual(expect.arrayContaining(['Namespace', 'Deployment', 'ConfigMap']))
    expect(seen.link).toMatch(/^http.*#c1\./)
  })

test('a page receives events, a streaming watch, and refusals as errors', async ({ page, host }) => {
  host.body = '<tabplane-cluster title="Fresh" panes="terminal" dialect="k8s"></tabplane-cluster>'
  await open(page, host.url)
  const seen = await withCluster(page, async (cluster) => {
    const next = (name: 'change' | 'command' | 'request', matches: (text: string) => boolean) =>
      new Promise<string>((resolve) => {
        cluster.addEventListener<'change' | 'command' | 'request'>(name, ({ detail }) => {
          const text = JSON.stringify(detail)
          if (matches(text)) resolve(text)
        })
      })
    const change = next('change', (text) => text.includes('"menu"'))
    const command = next('command', () => true)
    const request = next('request', (text) => text.includes('POST') && text.includes('kubectl'))
    await cluster.ready
    const watch = await cluster.fetch('/api/v1/namespaces/default/configmaps?watch=true')
    const reader = watch.body?.getReader()
    let watched = ''
    const followed = (async () => {
      while (!watched.includes('"menu"')) watched += new TextDecoder().decode((await reader?.read())?.value)
      await reader?.cancel()
      return true
    })()
    await cluster.run('kubectl create configmap menu')
    const refusal = await cluster
      .apply('{apiVersion: v1, kind: ConfigMap, metadata: {name: UPPER}}')
      .catch((error: unknown) => String(error))
    const wrong = await cluster.open('nowhere').catch((error: unknown) => String(error))
    await cluster.open('/api/v1/namespaces/default/configmaps/menu')
    return {
      change: await change,
      command: await command,
      request: await request,
      watched: await followed,
      refusal,
      wrong,
    }
  })
  expect(JSON.parse(seen.change)).toEqual({
    type: 'ADDED',
    kind: 'ConfigMap',
    apiVersion: 'v1',
    namespace: 'default',
    name: 'menu',
  })
  expect(JSON.parse(seen.command)).toMatchObject({ line: 'kubectl create configmap menu', code: 0 })
  expect(JSON.parse(seen.request)).toMatchObject({ method: 'POST', status: 201 })
  expect(seen.watched).toBe(true)
  expect(seen.refusal).toContain('1 of 1 objects were refused')
  expect(seen.wrong).toContain('nowhere is neither a path')
  const frame = page.locator('iframe[title="Fresh"]').contentFrame()
  await expect(frame.getByRole('tab', { name: 'menu' })).toBeVisible()
})

test('a reset starts the cluster again, and changed attributes do, too', async ({ page, host }) => {
  host.body = `<tabplane-cluster title="Bakery" panes="terminal" dialect="k8s">${inline(bakery(1))}</tabplane-cluster>`
  await open(page, host.url)
  const names = await withCluster(page, async (cluster) => {
    await cluster.run('kubectl create ns mine')
    const waiting = cluster.run('kubectl get ns -w').catch((error: unknown) => String(error))
    await cluster.reset()
    const { stdout } = await cluster.run('kubectl get ns -o name')
    cluster.setAttribute('dialect', 'svc')
    const renamed = await cluster.run('svcctl get ns -o name')
    return { waiting: await waiting, stdout, renamed: renamed.stdout }
  })
  expect(names.waiting).toContain('The cluster was reset')
  expect(names.stdout).toContain('namespace/bakery')
  expect(names.stdout).not.toContain('mine')
  expect(names.renamed).toContain('namespace/svc-system')
})

test('an element that leaves the page midway ends every call', async ({ page, host }) => {
  host.body = '<tabplane-cluster title="Fresh" panes="terminal" dialect="k8s"></tabplane-cluster>'
  await open(page, host.url)
  const errors = await withCluster(page, async (cluster) => {
    const reason = (promise: Promise<unknown>): Promise<string> => promise.then(String, String)
    await cluster.ready
    const { parentElement } = cluster
    const watch = await cluster.fetch('/api/v1/namespaces?watch=true')
    const open = [reason(cluster.run('kubectl get ns -w'))]
    const body = reason(watch.text())
    cluster.remove()
    await body
    const later = [reason(cluster.run('kubectl get ns')), reason(cluster.ready)]
    const ended = await Promise.all([...open, ...later])
    parentElement?.append(cluster)
    await cluster.ready
    // Removed before the frame has answered.
    cluster.remove()
    parentElement?.append(cluster)
    const early = reason(cluster.ready)
    cluster.remove()
    return [...ended, await early]
  })
  expect(errors).toHaveLength(4)
  for (const error of errors) expect(error).toMatch(/The element (was removed from the|is in no) page/)
})

test('an embed that cannot start says why', async ({ page, host }) => {
  host.body = '<tabplane-cluster title="Absent" src="absent.yaml"></tabplane-cluster>'
  host.isFaulty = true
  await open(page, host.url)
  const error = await withCluster(page, (cluster) => cluster.run('kubectl get ns').then(String, String))
  expect(error).toBe('Error: absent.yaml answered 404')
})

test.describe(() => {
  // A service worker would answer the frame's address itself.
  test.use({ firstVisit: true })

  test('a frame of another version ends every call with the reason', async ({ page, host, baseURL }) => {
    host.body = '<tabplane-cluster title="Newer" panes="terminal"></tabplane-cluster>'
    const hello = JSON.stringify({ type: 'tabplane:hello', version: 2 })
    await page.route(`${baseURL}/?*`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Newer</title><script>parent.postMessage(${hello}, '*')</script>`,
      }),
    )
    await open(page, host.url)
    const errors = await withCluster(page, (cluster) =>
      Promise.all(
        [cluster.run('kubectl get ns'), cluster.ready, cluster.fetch('/api')].map((call) => call.then(String, String)),
      ),
    )
    expect(new Set(errors)).toEqual(new Set(['Error: embed.js uses version 1 of the messages, its frame version 2']))
  })
})

test('a frame answers only the page that its address names', async ({ page, host, baseURL }) => {
  host.body = `<iframe title="Other" src="${baseURL}/?panes=terminal&host=https://docs.example"></iframe>
    <iframe title="Own" src="${baseURL}/?panes=terminal&host=${encodeURIComponent(new URL(host.url).origin)}"></iframe>`
  await page.addInitScript(() => {
    const hellos: string[] = []
    Object.assign(globalThis, { hellos })
    addEventListener('message', ({ source, data }) => {
      // A frame first sends a message that says that its code runs, and then its hello.
      if ((data as { type?: unknown }).type !== 'tabplane:hello') return
      const frames = [...document.querySelectorAll('iframe')]
      hellos.push(frames.find(({ contentWindow }) => contentWindow === source)?.title ?? '')
    })
  })
  // Chromium reports the hello for another origin.
  host.isFaulty = true
  await page.goto(host.url)
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { hellos: string[] }).hellos)).toEqual(['Own'])
  // A port that is sent to the other frame gets no answer, and a port that is sent to the own frame gets one.
  const answers = await page.evaluate(async () => {
    const ask = (title: string): Promise<unknown> =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', ({ data }) => resolve([title, (data as { type: string }).type]))
        port1.start()
        const { contentWindow } = [...document.querySelectorAll('iframe')].find((frame) => frame.title === title) ?? {}
        contentWindow?.postMessage({ type: 'tabplane:connect', version: 1 }, '*', [port2])
      })
    return Promise.race([ask('Other'), ask('Own')])
  })
  expect(answers).toEqual(['Own', 'ready'])
})

const LESSON = `apiVersion: tabplane.dev/v1
kind: Scenario
name: first-map
title: A first ConfigMap
summary: You store a setting.
level: beginner
minutes: 1
steps:
  - title: Create it
    text: Store a ConfigMap.
    checks:
      - name: menu
        title: A ConfigMap menu exists
        expr: objects('configmaps', 'default').exists(c, c.metadata.name == 'menu')
    solution:
      - run: kubectl create configmap menu
`

test('a lesson reports its checks, its steps and its state', async ({ page, host }) => {
  const link = await encodeScenarioLink(LESSON)
  host.body = `<tabplane-cluster title="Lesson" panes="terminal" share="${link}" height="700"></tabplane-cluster>`
  await open(page, host.url)
  const seen = await withCluster(page, async (cluster) => {
    await cluster.ready
    const before = cluster.scenario
    const events: unknown[] = []
    cluster.addEventListener('check', ({ detail }) => events.push(detail))
    const passed = new Promise<unknown>((resolve) => {
      cluster.addEventListener('passed', ({ detail }) => resolve(detail))
    })
    await cluster.run('svcctl create configmap menu')
    return { before, passed: await passed, events, after: cluster.scenario }
  })
  const state = { name: 'first-map', title: 'A first ConfigMap', steps: ['Create it'], step: 0 }
  expect(seen).toEqual({
    before: { ...state, passed: [] },
    events: [{ scenario: 'first-map', step: 0, check: 'menu' }],
    passed: { scenario: 'first-map', step: 0, finished: true },
    after: { ...state, passed: ['menu'] },
  })
})
