import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import type { VirtualClock } from '../../worker/clock/virtual-clock.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { Log } from '../../worker/store/persistence/log.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { dice } from './dice.ts'
import { exchange } from './exchange.ts'
import type { Draft } from './requests.ts'
import { HIDDEN, NAMESPACES, requestMaker } from './requests.ts'
import { isRecordedFailure } from './recorded-failures.ts'

/** What a request showed that must not be. */
export interface Finding {
  readonly what: string
  readonly request: Draft
  readonly answer: string
}

export interface Run {
  readonly findings: readonly Finding[]
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
}

const MARKER = 'only-in-hidden-5d41402a'
/** A server is replaced after so many requests, so that what they made does not slow the later ones. */
const LIFE = 4000

/** Sends `count` requests, one after the other, as `seed` decides. */
export async function fuzz(seed: number, count: number): Promise<Run> {
  const findings: Finding[] = []
  const statuses = new Map<number, number>()
  const make = requestMaker(dialects.k8s)
  const random = dice(seed)
  for (let done = 0; done < count;) {
    const world = await openWorld()
    for (const end = Math.min(count, done + LIFE); done < end; done++) {
      const draft = make(random)
      const { status, findings: own } = await world.send(draft)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      findings.push(...own)
    }
    await world.close()
  }
  return { findings, statuses }
}

interface World {
  send(draft: Draft): Promise<{ status: number; findings: Finding[] }>
  close(): Promise<void>
}

/** A server whose commits are counted, with something hidden in a namespace of its own. */
async function openWorld(): Promise<World> {
  const clock = virtualClock()
  const defects: unknown[] = []
  const { log, commits } = countingLog()
  const api = await createApiServer({
    dialect: dialects.k8s,
    clock,
    log,
    tokens: 'admin-token,admin,u-admin,"system:masters"\n',
    report: (error) => defects.push(error),
  })
  await settle(api, clock)
  return {
    async send(draft) {
      const before = commits()
      const answered = await exchange(api, clock, draft)
      const { response, text } = answered ?? { response: undefined, text: '' }
      const status = response?.status ?? 0
      const wrote = commits() - before
      const faults = [
        ...(response === undefined ? ['hangs or rejects'] : []),
        ...defects.splice(0).map((error) => `defect: ${error instanceof Error ? error.stack : String(error)}`),
        ...(status === 500 && !isRecordedFailure(draft.method, text) ? ['500 that is not recorded'] : []),
        ...(status >= 400 && wrote > 0 && !mayWrite(draft, text) ? [`refused with ${status}, and wrote ${wrote}`] : []),
        ...(wrote > 0 && ['GET', 'HEAD', 'OPTIONS'].includes(draft.method) ? [`a read wrote ${wrote}`] : []),
        ...(text.includes(MARKER) && isElsewhere(draft) ? ['shows another namespace'] : []),
      ]
      return {
        status,
        findings: faults.map((what) => ({ what, request: draft, answer: `${status} ${text.slice(0, 300)}` })),
      }
    },
    close: () => api.close(),
  }
}

/** The real server finds these faults when it makes the answer, after the write. */
const FAULTS_OF_ANSWERS = ['the requested object is not a list', 'Unable to convert to Table as requested']

/**
 * Requests that the real server refuses after it wrote: a collection is deleted object by object, an eviction writes its
 * budget first, and the answer cannot have the requested form.
 */
const mayWrite = ({ method, url }: Draft, answer: string): boolean =>
  method === 'DELETE' || url.includes('/eviction') || FAULTS_OF_ANSWERS.some((fault) => answer.includes(fault))

/** Asked of one namespace, which is not the hidden one. */
const isElsewhere = ({ url }: Draft): boolean => {
  const path = url.split('?')[0] ?? ''
  return NAMESPACES.some((name) => path.includes(`/namespaces/${name}/`)) && !path.includes(HIDDEN)
}

async function settle(api: ApiServer, clock: VirtualClock): Promise<void> {
  // The key that signs tokens is made when somebody first asks for it.
  await exchange(api, clock, {
    method: 'GET',
    url: '/openid/v1/jwks',
    headers: { authorization: 'Bearer admin-token' },
  })
  const put = (path: string, body: object) =>
    exchange(api, clock, {
      method: 'POST',
      url: path,
      headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(body)),
    })
  for (const name of [...NAMESPACES.slice(1), HIDDEN]) await put('/api/v1/namespaces', { metadata: { name } })
  for (const name of [...NAMESPACES, HIDDEN]) {
    const metadata = { name: name === HIDDEN ? 'a' : 'default', labels: { place: name === HIDDEN ? MARKER : 'here' } }
    await put(`/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'default' } })
    for (const kind of ['configmaps', 'secrets']) await put(`/api/v1/namespaces/${name}/${kind}`, { metadata })
  }
}

function countingLog(): { log: Log; commits: () => number } {
  const log = memoryLog()
  let count = 0
  return {
    log: {
      ...log,
      commit(changes) {
        // Time passes while a request waits, so that the server's own controllers write, too.
        count += changes.filter(({ cause }) => cause?.user === 'admin').length
        return log.commit(changes)
      },
    },
    commits: () => count,
  }
}
