import type { Case, SentRequest } from '../../conformance/case.ts'
import { requestOf } from '../../conformance/request.ts'
import { readRecording, recordingNames } from '../../recordings/archive.ts'
import type { Attack, Target } from '../attack.ts'

/** Requests that are sent at once. */
const TOGETHER = 16

/** Requests that RBAC allows every user, and the config maps that mallory may read. */
const ALLOWED = [
  /^GET \/(?:api|apis|openapi|healthz|livez|readyz|version)(?:\/(?:v1|v2|v3|[a-z0-9.-]+(?:\/[a-z0-9]+)?))?\/?(?:\?|$)/,
  /^GET \/openapi\//,
  /^GET \/(?:healthz|livez|readyz)\//,
  /^POST \/apis\/authentication\.k8s\.io\/[a-z0-9]+\/selfsubjectreviews/,
  /^POST \/apis\/authorization\.k8s\.io\/v1\/selfsubject(?:access|rules)reviews/,
  /^GET \/api\/v1\/namespaces\/default\/configmaps(?:\/[^/?]+)?(?:\?|$)/,
]

interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** One recorded request for each method and path, about 8,600, without the headers that carry credentials. */
function recordedRequests(): readonly Recorded[] {
  const requests = new Map<string, Recorded>()
  for (const name of recordingNames('answers')) {
    for (const step of (readRecording('answers', name) as Case[]).flatMap(({ steps }) => steps)) {
      if (step.path === undefined) continue
      const { method = 'GET', path, headers, body } = requestOf(step, {})
      if (/^[!-~]+$/.test(path))
        requests.set(`${method} ${path}`, { method, path, headers: withoutCredentials(headers), body })
    }
  }
  return [...requests.values()]
}

const withoutCredentials = (headers: SentRequest['headers'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' &&
      !/^(?:authorization|cookie|x-remote-.*|connection|upgrade|content-length)$/i.test(name)
        ? [[name, value]]
        : [],
    ),
  )

/** The names of requests that another caller sent with success, although no rule allows them. */
async function replayed(send: Target['send'], as: 'mallory' | 'none'): Promise<readonly string[]> {
  const found: string[] = []
  const requests = recordedRequests()
  const work = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const { method, path, headers, body } = next.value
      const { status } = await send(method, path, { as, headers, ...(body !== undefined && { body }) })
      const request = `${method} ${path}`
      if (status < 400 && !ALLOWED.some((allowed) => allowed.test(request))) found.push(`${status} ${request}`)
    }
  }
  const waiting = requests.values()
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return found
}

interface History {
  readonly items: readonly { readonly user?: string }[]
}

/** All recorded requests of administrators and others, sent once by mallory and once without a token. */
export const recordedRequestsOfOthers = {
  name: 'recorded requests, as other callers',
  expected: 'none allowed, none made',
  isSeries: true,
  async run({ send }) {
    const found = [...(await replayed(send, 'mallory')), ...(await replayed(send, 'none'))]
    const history = JSON.parse((await send('GET', '/debug/history?limit=500')).text) as History
    const made = history.items.filter(({ user }) => user === 'mallory' || user === 'system:anonymous')
    const allowed = found.length === 0 ? 'none' : `${found.length} (${found.slice(0, 20).join('; ')})`
    return `${allowed} allowed, ${made.length === 0 ? 'none' : made.length} made`
  },
} satisfies Attack
