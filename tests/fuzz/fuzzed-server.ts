import { createApiServer, type ApiServer } from '../../worker/server/api-server.ts'
import { virtualClock, type VirtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { Log, LogChange } from '../../worker/store/persistence/log.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { asAdmin, GRANTS, isMallory, MALLORY, MALLORYS_NAMESPACE, TOKENS } from './callers.ts'
import type { EVERYTHING } from './everything.ts'
import { exchange, turn } from './exchange.ts'
import type { Draft } from './requests.ts'
import { HIDDEN, NAMESPACES } from './requests.ts'
import { isRecordedFailure } from './recorded-failures.ts'
import { turnMeter } from './turn-meter.ts'

/** A fault that a request showed. */
export interface Finding {
  readonly what: string
  readonly request: Draft
  readonly answer: string
}

export interface Sent {
  readonly status: number
  readonly text: string
  readonly findings: readonly Finding[]
  /** The longest turn of the event loop, milliseconds. */
  readonly stallMs: number
  /** The growth of the heap during the request, garbage included, bytes. */
  readonly heapBytes: number
}

export interface FuzzedServer {
  send(draft: Draft): Promise<Sent>
  close(): Promise<void>
}

/** A text that only the objects of the namespace `HIDDEN` contain. */
export const MARKER = 'only-in-hidden-5d41402a'
/** A turn of the event loop that takes more milliseconds is a finding. */
export const MAX_STALL = 250

/**
 * A server whose commits are recorded, with objects in a namespace (`HIDDEN`) that other namespaces must not show.
 * @param options `EVERYTHING`, or nothing for the features and versions that are on by default
 * @param maxStallMs a longer turn of the event loop is a finding
 */
export async function openFuzzedServer(
  options: Partial<typeof EVERYTHING> = {},
  maxStallMs: number = MAX_STALL,
): Promise<FuzzedServer> {
  const clock = steppedClock()
  const defects: unknown[] = []
  const { log, takeChanges } = recordingLog()
  const api = await createApiServer({
    dialect: dialects.k8s,
    clock,
    log,
    tokens: TOKENS,
    authorizationModes: ['RBAC'],
    report: (error) => defects.push(error),
    ...options,
  })
  const meter = turnMeter()
  const answer = async (draft: Draft) => {
    takeChanges()
    const answered = await exchange(api, clock, draft, meter)
    const { response, text } = answered ?? { response: undefined, text: '' }
    const { longestMs: stallMs, heapBytes } = meter
    return { status: response?.status ?? 0, text, written: takeChanges(), stallMs, heapBytes }
  }
  await settle(api, (draft) => exchange(api, clock, draft))
  return {
    async send(draft) {
      const first = await answer(draft)
      const faults = [
        ...(first.status === 0 ? ['hangs or rejects'] : []),
        ...defects.splice(0).map((error) => `defect: ${error instanceof Error ? error.stack : String(error)}`),
        ...faultsOf(draft, first),
        ...(await stallOf(maxStallMs, first.stallMs, async () => (await answer(draft)).stallMs)),
      ]
      const findings = faults.map((what) => ({
        what,
        request: draft,
        answer: `${first.status} ${first.text.slice(0, 300)}`,
      }))
      return { ...first, findings }
    },
    close: () => api.close(),
  }
}

/**
 * A clock with virtual timers. Time also passes while the server computes, so that work in steps lets other work run
 * between the steps, as with the system's clock.
 */
function steppedClock(): VirtualClock {
  const clock = virtualClock()
  const { elapsed } = clock
  return { ...clock, turn, elapsed: () => elapsed() + performance.now() }
}

/**
 * A finding for a stall that the same request shows again: compilation and the collected garbage of other requests do
 * not repeat.
 */
async function stallOf(most: number, stallMs: number, again: () => Promise<number>): Promise<string[]> {
  if (stallMs <= most) return []
  const least = Math.min(stallMs, await again(), await again())
  return least > most ? [`stalls ${Math.round(least)} ms`] : []
}

interface Answered {
  readonly status: number
  readonly text: string
  readonly written: readonly LogChange[]
}

function faultsOf(draft: Draft, { status, text, written }: Answered): string[] {
  const { method, headers } = draft
  const own = written.filter(({ cause }) => cause?.user === 'admin' || cause?.user === MALLORY)
  const foreign = own.filter(({ key, cause }) => cause?.user === MALLORY && !key.includes(`/${MALLORYS_NAMESPACE}/`))
  return [
    ...(status === 500 && !isRecordedFailure(method, text) ? ['500 that is not recorded'] : []),
    ...(status >= 400 && own.length > 0 && !mayWrite(draft, text) ? [`refused with ${status}, and wrote`] : []),
    ...(own.length > 0 && ['GET', 'HEAD', 'OPTIONS'].includes(method) ? [`a read wrote ${own.length}`] : []),
    ...(text.includes(MARKER) && (isElsewhere(draft) || isMallory(headers)) ? ['shows another namespace'] : []),
    ...foreign.map(({ key }) => `mallory wrote ${key}`),
    ...(isMallory(headers) && own.some(({ cause }) => cause?.user === 'admin') ? ['wrote as the administrator'] : []),
  ]
}

/** The real server finds these faults when it makes the answer, after the write. */
const FAULTS_OF_ANSWERS = ['the requested object is not a list', 'Unable to convert to Table as requested']

/**
 * Whether the real server can refuse this request after it has written something. A collection is deleted object by object, an
 * eviction writes its budget first, and some answers cannot have the requested form.
 */
const mayWrite = ({ method, url }: Draft, answer: string): boolean =>
  method === 'DELETE' || url.includes('/eviction') || FAULTS_OF_ANSWERS.some((fault) => answer.includes(fault))

/** Whether a request names a namespace other than the hidden one. */
const isElsewhere = ({ url }: Draft): boolean => {
  const path = url.split('?')[0] ?? ''
  return NAMESPACES.some((name) => path.includes(`/namespaces/${name}/`)) && !path.includes(HIDDEN)
}

async function settle(api: ApiServer, send: (draft: Draft) => Promise<unknown>): Promise<void> {
  await api.start()
  // The key that signs tokens is made when it is first read.
  await send({ method: 'GET', url: '/openid/v1/jwks', headers: asAdmin })
  const put = (url: string, body: object) =>
    send({
      method: 'POST',
      url,
      headers: { ...asAdmin, 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(body)),
    })
  for (const name of [...NAMESPACES.slice(1), HIDDEN]) await put('/api/v1/namespaces', { metadata: { name } })
  for (const [collection, object] of GRANTS) await put(collection, object)
  for (const name of [...NAMESPACES, HIDDEN]) {
    const metadata = { name: name === HIDDEN ? 'a' : 'default', labels: { place: name === HIDDEN ? MARKER : 'here' } }
    await put(`/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'default' } })
    for (const kind of ['configmaps', 'secrets']) await put(`/api/v1/namespaces/${name}/${kind}`, { metadata })
  }
}

function recordingLog(): { log: Log; takeChanges: () => LogChange[] } {
  const log = memoryLog()
  const changes: LogChange[] = []
  return {
    log: {
      ...log,
      commit(batch) {
        changes.push(...batch)
        return log.commit(batch)
      },
    },
    takeChanges: () => changes.splice(0),
  }
}
