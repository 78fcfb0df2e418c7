import { boundedNumber } from '../../worker/api/numbers.ts'
import { exactJson } from '../../worker/api/exact-json.ts'
import { version } from '../../package.json'
import type { ClusterSettings } from '../../worker/api/cluster-settings.ts'
import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { RequestDescription } from '../../worker/http/debug/request-description.ts'
import { TAB_OPTIONS } from '../../worker/host/tab-options.ts'
import { TextRefusal, readRequestInfo } from '../../worker/http/request-info.ts'
import type { RequestRecord } from '../../worker/observability/trace.ts'
import { ApiError } from '../client/api-error.ts'
import { discover } from '../client/discovery.ts'
import { getJson } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { isOfReader } from '../scenario/checks/observed-requests.ts'
import { collectObjects } from '../share/collected-objects.ts'
import type { Repro, ReproRequest } from '../share/repro.ts'

const FLAGS: readonly string[] = [
  `--authorization-mode=${TAB_OPTIONS.authorizationModes.join(',')}`,
  `--controllers=${TAB_OPTIONS.controllers.join(',')}`,
]
const PATH = '/debug/requests'
const MAX_REQUESTS = 100
const GONE = 410

/**
 * The last requests of the users of a cluster, and the objects that existed before them. When the server has compacted
 * that revision, the history begins at a later write.
 * @param owner the user of the page
 */
export async function recordHistory(cluster: ClusterHandle, owner: string): Promise<Repro> {
  const { items } = await getJson<{ items: readonly RequestRecord[] }>(cluster, PATH)
  const records = items
    .filter((record) => isOfReader(record) && isReplayable(record))
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .slice(-MAX_REQUESTS)
  const described = await Promise.all(
    records.map(({ id }) => getJson<RequestDescription>(cluster, `${PATH}?id=${encodeURIComponent(id)}`)),
  )
  const { objects, from } = await startOf(cluster, described)
  const [first] = described.slice(from)
  const { settings } = cluster.info
  const { gitVersion } = await getJson<{ gitVersion: string }>(cluster, '/version')
  return {
    kind: 'Repro',
    app: version,
    server: gitVersion,
    name: cluster.info.name,
    dialect: cluster.info.dialect,
    taken: Date.now(),
    flags: [...FLAGS, ...flagsOf(settings)],
    ...(settings !== undefined && { settings: { ...settings } }),
    objects,
    requests: described.slice(from).map((one) => requestOf(one, owner, first?.startedAt ?? 0)),
  }
}

/** The flags that give a server these settings. */
function flagsOf({ flags = {}, featureGates = {} }: ClusterSettings = {}): readonly string[] {
  const gates = Object.entries(featureGates).map(([name, isOn]) => `${name}=${isOn}`)
  return [
    ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    ...(gates.length === 0 ? [] : [`--feature-gates=${gates.join(',')}`]),
  ]
}

/** Whether a request can be replayed: it is for a resource. A stream does not end, and the page repeats discovery itself. */
function isReplayable({ method, url }: RequestRecord): boolean {
  try {
    const { resourceRequest, verb } = readRequestInfo(method, url)
    return resourceRequest && verb !== 'watch' && !/[?&](watch|follow)=/.test(url)
  } catch (error) {
    if (error instanceof TextRefusal) return false
    throw error
  }
}

interface Start {
  readonly objects: readonly ApiObject[]
  /** The index of the first request after the state that `objects` represents. */
  readonly from: number
}

async function startOf(cluster: ClusterHandle, requests: readonly RequestDescription[]): Promise<Start> {
  const discovery = await discover(cluster)
  for (const [at, request] of requests.entries()) {
    const revision = writtenRevision(request)
    if (revision === undefined) continue
    try {
      const objects = await collectObjects(asOf(cluster, revision - 1), discovery)
      return { objects, from: at === firstWrite(requests) ? 0 : at }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== GONE) throw error
    }
  }
  const reads = requests.findLastIndex((request) => writtenRevision(request) !== undefined) + 1
  return { objects: await collectObjects(cluster, discovery), from: reads }
}

const firstWrite = (requests: readonly RequestDescription[]): number =>
  requests.findIndex((request) => writtenRevision(request) !== undefined)

/** The revision of a write. Undefined for a read, a refusal and a dry run. */
function writtenRevision({ method, url, status, response }: RequestDescription): number | undefined {
  if (method === 'GET' || status >= 300 || /[?&]dryRun=/.test(url)) return undefined
  const metadata = isObject(response?.body) ? response.body['metadata'] : undefined
  const revision = isObject(metadata) ? boundedNumber(metadata['resourceVersion']) : NaN
  return revision > 1 ? revision : undefined
}

/** The cluster, whose lists return the state at a revision. */
function asOf(cluster: ClusterHandle, revision: number): ClusterHandle {
  const past: Pick<ClusterHandle, 'fetch'> = {
    fetch(path, init) {
      const isFirst = /[?&]limit=/.test(path) && !/[?&]continue=/.test(path)
      return cluster.fetch(isFirst ? `${path}&resourceVersion=${revision}&resourceVersionMatch=Exact` : path, init)
    },
  }
  return Object.setPrototypeOf(past, cluster) as ClusterHandle
}

function requestOf(description: RequestDescription, owner: string, start: number): ReproRequest {
  const { method, url, startedAt, user, actingAs, groups, status, request, response } = description
  const caller = actingAs === '' ? user : actingAs
  const body = request?.body
  const accept = headerOf(request, 'accept')
  return {
    after: Math.max(0, startedAt - start),
    method,
    url,
    status,
    ...(accept !== undefined && { accept }),
    ...(body !== undefined && {
      body: {
        type: headerOf(request, 'content-type') ?? 'application/json',
        // A YAML body is recorded as a value. It is written as JSON, which is also YAML.
        text: typeof body === 'string' ? body : exactJson(body),
      },
    }),
    ...(caller !== owner && { as: { user: caller, groups } }),
    ...(response?.body !== undefined && { answer: withoutManagedFields(response.body) }),
  }
}

const headerOf = (part: RequestDescription['request'], wanted: string): string | undefined =>
  part?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

/** Removes field owners: they fill most of an answer, and a replay does not compare them. */
function withoutManagedFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutManagedFields)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'managedFields' || inner === undefined ? [] : [[key, withoutManagedFields(inner)]],
    ),
  )
}
