import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { signerCode } from '../../src/labs/certificate/signer-handler.ts'
import { NO_NAMES } from '../../worker/certificates/alternative-names.ts'
import { makeCertificateRequest } from '../../worker/certificates/make-request.ts'
import { pemText } from '../../worker/certificates/pem.ts'
import { createClusterWith } from '../server/create-cluster.ts'
import type { Cluster } from '../server/cluster.ts'
import { guardConfiguration } from './guard-configuration.fixture.ts'
import { NodeHandlers } from './node-handlers.ts'
import { nodeTiming } from './node-timing.ts'

const text = readFileSync('docs/handlers.md', 'utf8')
const [GUARD = '', OPERATOR = ''] = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const TYPES = new Map([['PATCH', 'application/merge-patch+json']])

type Send = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

async function start(name: string, source: string, prepare?: (send: Send) => Promise<void>) {
  const lines: string[] = []
  let fetch: Cluster['fetch'] = () => Promise.reject(new Error('not open'))
  const handlers = new NodeHandlers({
    cluster: { fetch: (path, init) => fetch(path, init), info: { dialect: 'k8s' } },
    timing: nodeTiming,
    write: (line) => lines.push(line),
  })
  const callWebhook = handlers.caller(() => Promise.reject(new Error('no other backend')))
  const cluster = await createClusterWith({}, { callWebhook })
  ;({ fetch } = cluster)
  opened.push(handlers, cluster)
  const send: Send = async (method, path, body) => {
    const init = {
      method,
      headers: { 'Content-Type': TYPES.get(method) ?? 'application/json' },
      body: JSON.stringify(body),
    }
    return (await (await cluster.fetch(path, init)).json()) as Record<string, unknown>
  }
  await prepare?.(send)
  await handlers.start(name, source)
  return { cluster, lines, send }
}

const WEBHOOK = guardConfiguration('/owner')
const HOOKS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
const SECRETS = '/api/v1/namespaces/default/secrets'

it('answers the calls of a webhook configuration, as in a tab', async () => {
  const { send } = await start('guard.handler.ts', GUARD)
  await send('POST', HOOKS, WEBHOOK)
  const { message } = await send('POST', SECRETS, { metadata: { name: 'a' } })
  expect(message).toContain('denied the request: every ConfigMap needs the label owner')
})

it('runs a controller as its ServiceAccount', async () => {
  const { send, cluster, lines } = await start('greeter.handler.ts', OPERATOR, async (prepare) => {
    await prepare('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'greeter' } })
    await prepare('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'greeter' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'greeter' }],
    })
  })
  const watch = await cluster.fetch(`${SECRETS}?watch=true`)
  await send('POST', '/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'hello', labels: { greeting: 'moin' } },
  })
  const reader = watch.body?.getReader()
  const chunk = await reader?.read()
  const event = new TextDecoder().decode(chunk?.value)
  await reader?.cancel()
  expect(event, lines.join('\n')).toContain('"name":"hello"')
  expect(event).toContain('"manager":"greeter"')
})

it('signs certificates by the signer that the Certificate lab writes', async () => {
  const signerName = 'shop.example.com/internal'
  const group = 'certificates.k8s.io'
  const requests = `/apis/${group}/v1/certificatesigningrequests`
  const { send, lines } = await start('signer.handler.ts', signerCode(signerName, group), async (prepare) => {
    await prepare('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'signer' } })
    await prepare('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'signer' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'signer' }],
    })
  })
  const { request } = await makeCertificateRequest('ECDSA', [{ type: '2.5.4.3', value: 'alice' }], NO_NAMES)
  const spec = { signerName, usages: ['client auth'], request: btoa(pemText('CERTIFICATE REQUEST', request)) }
  await send('POST', requests, { metadata: { name: 'alice' }, spec })
  await send('PATCH', `${requests}/alice/approval`, {
    status: { conditions: [{ type: 'Approved', status: 'True', reason: 'Test' }] },
  })
  const certificate = async (): Promise<string | undefined> => {
    const { status } = await send('GET', `${requests}/alice`)
    return (status as { readonly certificate?: string }).certificate
  }
  await expect.poll(certificate, { message: lines.join('\n') }).toBeDefined()
  expect(new X509Certificate(atob((await certificate()) ?? '')).subject).toBe('CN=alice')
})

const attack = (body: string): string =>
  `export default { kind: 'webhook', service: 'default/guard', routes: { '/owner': { admission() { ${body} } } } }`

/** The answer to a create that calls the handler. */
async function attacked(body: string, timeoutSeconds = 30): Promise<string> {
  const { send } = await start('guard.handler.ts', attack(body))
  await send('POST', HOOKS, { ...WEBHOOK, webhooks: WEBHOOK.webhooks.map((hook) => ({ ...hook, timeoutSeconds })) })
  return String((await send('POST', SECRETS, { metadata: { name: 'a' } }))['message'])
}

it.each([
  ['reads files', 'return { denied: typeof require + typeof process }', 'undefinedundefined'],
  [
    'reaches a network',
    'return { denied: typeof fetch + typeof XMLHttpRequest + typeof WebSocket }',
    'undefinedundefinedundefined',
  ],
  [
    'evaluates text',
    "return { denied: String(new Function('return 1')()) }",
    'Code generation from strings disallowed',
  ],
  [
    'leaves its context',
    "return { denied: String(postMessage?.constructor('return process')()) }",
    'failed calling webhook',
  ],
  [
    'looks for an object of the outer context in an error',
    'try { setTimeout(() => {}, Symbol()) } catch (error) { return { denied: `own ${error instanceof Error}` } }',
    'own true',
  ],
  [
    'looks for an object of the outer context above the global object',
    'return { denied: `own ${constructor.constructor === Function}` }',
    'own true',
  ],
  [
    'looks for an object of the outer context in keys, digests and faults of crypto.subtle',
    `return (async () => {
      const { subtle } = crypto
      const fault = await subtle.digest('none', new Uint8Array(1)).catch((error) => error)
      const key = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign'])
      const raw = await subtle.exportKey('raw', key)
      const unlimited = (() => { try { crypto.getRandomValues(new Uint8Array(65537)) } catch (error) { return error } })()
      const found = [fault, key, key.algorithm, key.usages, raw, unlimited, subtle.sign, subtle.sign('HMAC', key, raw), crypto]
      return { denied: \`own \${found.every((one) => one instanceof Object)}\` }
    })()`,
    'own true',
  ],
  [
    'sends a message that is not a text',
    `try {
      Object.prototype.toJSON = () => undefined
      console.log(1)
    } catch (error) {
      return { denied: \`own \${error instanceof Error}\` }
    } finally {
      delete Object.prototype.toJSON
    }`,
    'own true',
  ],
  [
    'replaces the function that reads its messages',
    "JSON.stringify = () => ({ cmd: 'NODE_HANDLE_ACK' }); JSON.parse = () => null; console.log(1); return { denied: 'a' }",
    'failed calling webhook',
  ],
  [
    'chooses the arguments of a timer',
    `const { [Symbol.iterator]: original } = Array.prototype
    return new Promise((resolve) => {
      const task = function () { resolve({ denied: \`own \${this === undefined}\` }) }
      Array.prototype[Symbol.iterator] = function () {
        const isTimer = this.length === 2 && typeof this[1] === 'function'
        return original.call(isTimer ? [1, task] : this)
      }
      setTimeout(() => resolve({ denied: 'own true' }), 1)
      Array.prototype[Symbol.iterator] = original
    })`,
    'own true',
  ],
  [
    'throws an error without a text',
    `const error = new Error('a')
    error.toString = error[Symbol.toPrimitive] = () => { throw error }
    setTimeout(() => { throw error }, 1)
    return new Promise((resolve) => setTimeout(() => resolve({ denied: 'own true' }), 50))`,
    'own true',
  ],
  [
    'looks for an object of the outer context in a stack trace',
    `Error.prepareStackTrace = (_, frames) => frames.filter((frame) => frame.getFunction() || frame.getThis()).length
    return { denied: \`found \${new Error().stack}\` }`,
    'found 0',
  ],
  // A comment of HTML hides the import from the compiler of TypeScript. The error of the import belongs to the outer context.
  [
    'changes a prototype of the outer context',
    `const [a, b] = [1, 2]
    a
    <!-- /*
    return import('node:fs').catch((error) => {
      let root = error
      while (Object.getPrototypeOf(root)) root = Object.getPrototypeOf(root)
      return { denied: \`foreign \${root !== Object.prototype}, frozen \${Object.isFrozen(root)}\` }
    })
    //*/ b
    `,
    'foreign true, frozen true',
  ],
  ['imports a module', "return import('node:fs').then(() => ({ denied: 'open' }))", 'failed calling webhook'],
])('a handler that %s gets nothing', async (_, body, message) => {
  const answer = await attacked(body)
  expect(answer).toContain(message)
  expect(answer).not.toContain('open')
})

it('ends a handler that loops, and reports it as the real server reports a timeout', async () => {
  expect(await attacked('for (;;);', 1)).toContain('context deadline exceeded')
})

it('keeps serving after a handler has replaced the function that makes its messages', async () => {
  const { send } = await start('guard.handler.ts', attack("JSON.stringify = () => ({ cmd: 'NODE_HANDLE_NACK' })"))
  await send('POST', HOOKS, WEBHOOK)
  await send('POST', SECRETS, { metadata: { name: 'a' } })
  expect(await send('GET', HOOKS)).toMatchObject({ items: [{ metadata: { name: 'guard' } }] })
})

/** Allocates 1,000 megabytes in short turns after the start, and frees nothing. */
const hoard = (piece: string): string =>
  `const all = []; const keep = () => { all.push(${piece}); if (all.length < 1000) setTimeout(keep) }; setTimeout(keep)`
const buffer = 'new Uint8Array(2 ** 20).fill(1)'
const shared = 'new Uint8Array(new SharedArrayBuffer(2 ** 20)).fill(1)'
const webAssembly = 'new Uint8Array(new WebAssembly.Memory({ initial: 16 }).buffer).fill(1)'
const heap = 'new Array(2 ** 17).fill(0.5)'

it.each([
  ['in buffers', buffer, /it used \d+ MB of memory; the limit is 512/],
  ['in shared buffers', shared, /it used \d+ MB of memory; the limit is 512/],
  ['in WebAssembly', webAssembly, /it used \d+ MB of memory; the limit is 512/],
  ['in its heap', heap, /its process has ended; its objects may use 256 MB/],
])(
  'ends a handler that keeps too much %s, says so, and starts it again',
  { timeout: 120_000 },
  async (_, piece, why) => {
    const { lines } = await start('guard.handler.ts', `${hoard(piece)}\n${attack('')}`)
    const log = (): string => lines.join('\n')
    await expect.poll(log, { timeout: 60_000 }).toMatch(why)
    await expect.poll(log, { timeout: 60_000 }).toContain('has started again')
  },
)

it('refuses a message of any size before it is read whole', { timeout: 120_000 }, async () => {
  const log = "String.prototype.slice = function () { return this }; setTimeout(() => console.log('x'.repeat(1e7)))"
  const { lines } = await start('guard.handler.ts', `${log}\n${attack('')}`)
  await expect.poll(() => lines.join('\n'), { timeout: 60_000 }).toContain('ended: it sent a message of more than')
})

it('writes control characters of a log line as text, and begins each line with the name', async () => {
  const { lines } = await start('a.handler.ts', `console.log('\\x1b[2Jone\\nb.handler.ts: two')\n${attack('')}`)
  await expect.poll(() => lines).toEqual(['a.handler.ts: \\u001b[2Jone', 'a.handler.ts: b.handler.ts: two'])
})

it('ends the process of a handler that does not start', async () => {
  const children = (): number => process.getActiveResourcesInfo().filter((type) => type === 'ProcessWrap').length
  await expect.poll(children).toBe(0)
  await expect(start('a.handler.ts', 'setInterval(() => {}, 10); throw new Error("no")')).rejects.toThrow('no')
  await expect.poll(children).toBe(0)
})

it('ends a handler that was starting when the handlers closed', async () => {
  const children = (): number => process.getActiveResourcesInfo().filter((type) => type === 'ProcessWrap').length
  await expect.poll(children).toBe(0)
  const cluster = { fetch: () => Promise.reject(new Error('not open')), info: { dialect: 'k8s' as const } }
  const handlers = new NodeHandlers({ cluster, timing: nodeTiming, write: () => undefined })
  const starting = handlers.start('guard.handler.ts', attack(''))
  handlers.close()
  await starting
  await expect.poll(children).toBe(0)
})

it('names the line of an error', async () => {
  await expect(start('a.handler.ts', 'export default {\n  a:\n}\n')).rejects.toThrow('(3:1)')
  await expect(start('a.handler.ts', '\n\nthrow new Error("no")\n')).rejects.toThrow('line 3')
})
