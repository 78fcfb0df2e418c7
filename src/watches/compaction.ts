import type { WatchEvent } from '../client/watch-stream.ts'
import { jsonLines } from '../client/watch-stream.ts'
import { ACTION_AGENT, getJson, send } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { ObjectList } from '../client/list-items.ts'

interface Compaction {
  readonly revision: number
  readonly before: number
  readonly compactedRevision: number
}

/** One step of the demonstration, as text for the user. */
export interface CompactionStep {
  readonly title: string
  /** The request and the answer of the server. */
  readonly detail: string
}

const PATH = '/api/v1/namespaces'
/** The header of requests that the user's action sends: the panes show those, and hide their own requests. */
const SHOWN = { 'User-Agent': ACTION_AGENT }

/**
 * Compacts the history, and shows the consequences for a late watch: 410, a new list, and a watch from the revision of
 * that list.
 * @param took called with each step when it happens
 */
export async function demonstrateCompaction(
  cluster: ClusterHandle,
  took: (step: CompactionStep) => void,
): Promise<void> {
  const response = await send(cluster, '/debug/compaction', { method: 'POST' })
  const { before, compactedRevision, revision } = (await response.json()) as Compaction
  took({
    title: `The history before revision ${compactedRevision} is dropped`,
    detail: `POST /debug/compaction: before, a watch could start from revision ${before}`,
  })
  if (compactedRevision === before) {
    took({
      title: 'No change was kept',
      detail: 'Each watch that is open now continues. Change an object and compact again.',
    })
    return
  }
  took({
    title: `A watch from revision ${before} receives 410`,
    detail: `GET ${PATH}?watch=true&resourceVersion=${before}: ${await firstError(cluster, before)}`,
  })
  const list = await getJson<ObjectList<object>>(cluster, PATH)
  const version = list.metadata?.resourceVersion ?? String(revision)
  took({
    title: 'The client lists again',
    detail: `GET ${PATH}: ${list.items?.length ?? 0} objects at revision ${version}`,
  })
  took({
    title: `A watch from revision ${version} is accepted`,
    detail: `GET ${PATH}?watch=true&resourceVersion=${version}: ${await opens(cluster, version)}`,
  })
}

async function firstError(cluster: ClusterHandle, version: number): Promise<string> {
  const stopper = new AbortController()
  const { signal } = stopper
  const { body } = await send(cluster, `${PATH}?watch=true&resourceVersion=${version}`, { signal, headers: SHOWN })
  if (body === null) return 'no answer'
  try {
    for await (const events of jsonLines<WatchEvent<{ code?: number; reason?: string; message?: string }>>(body)) {
      const error = events.find(({ type }) => type === 'ERROR')?.object
      if (error !== undefined) return `${error.code} ${error.reason}: ${error.message}`
    }
  } finally {
    stopper.abort()
  }
  return 'the server ended it without an error'
}

async function opens(cluster: ClusterHandle, version: string): Promise<string> {
  const stopper = new AbortController()
  const url = `${PATH}?watch=true&resourceVersion=${version}`
  const response = await send(cluster, url, { signal: stopper.signal, headers: SHOWN })
  stopper.abort()
  return `${response.status}`
}
