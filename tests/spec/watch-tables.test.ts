import { describe, expect, test } from 'vitest'
import { isByteStream } from '../../worker/api/exchange.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { readRecording } from '../recordings/archive.ts'

interface Row {
  readonly name: string
  readonly initialPods?: readonly object[]
  readonly podsAfterEstablishingWatch?: readonly object[]
  readonly sendInitialEvents?: boolean
  readonly allowWatchBookmarks?: boolean
  readonly resourceVersion?: string
  readonly useCurrentRV?: boolean
  readonly expectedInitialEvents?: object
  readonly expectedInitialEventsBookmark?: object
}

const read = readRecording('tables', 'list-watch') as { tables: { RunWatchSemantics: readonly Row[] } }
const rows = read.tables.RunWatchSemantics
const MAPS = '/api/v1/namespaces/default/configmaps'

/** Opens a new cluster. Returns it with functions that send requests to it. */
async function open() {
  const clock = virtualClock()
  const options = { dialect: dialects.k8s, clock, log: memoryLog(), defaultUser: 'a' }
  const api = await createApiServer({ ...options, featureGates: { WatchList: true } })
  const send = (method: string, url: string, body?: object) =>
    api.handle({
      method,
      url,
      headers: new Map([['content-type', 'application/json']]),
      ...(body && { body: new TextEncoder().encode(JSON.stringify(body)) }),
      signal: new AbortController().signal,
    })
  const version = async (): Promise<string> => {
    const { body } = await send('GET', MAPS)
    if (isByteStream(body)) throw new Error('a list is not a stream')
    const list = JSON.parse(new TextDecoder().decode(body)) as { metadata: { resourceVersion: string } }
    return list.metadata.resourceVersion
  }
  return { api, clock, send, version, create: (name: string) => send('POST', MAPS, { metadata: { name } }) }
}

/** The watch events in a text of JSON lines, each in a short form: `ADDED a`, or `end of the initial events`. */
function eventsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { type, object } = JSON.parse(line) as {
        type: string
        object: { metadata: { name?: string; annotations?: object } }
      }
      const { name = '', annotations = {} } = object.metadata
      return 'k8s.io/initial-events-end' in annotations ? 'end of the initial events' : `${type} ${name}`
    })
}

describe('the start of watches in the recorded table', () => {
  test.each(rows.map((row) => [row.name, row] as const))('sends the events of %s', async (_, row) => {
    const { api, clock, send, create, version } = await open()
    const [before, after] = [row.initialPods ?? [], row.podsAfterEstablishingWatch ?? []].map((pods) => pods.length)
    const names = Array.from({ length: (before ?? 0) + (after ?? 0) }, (__, i) => `m${i}`)
    const empty = await version()
    for (const name of names.slice(0, before)) await create(name)
    const current = await version()
    const query = new URLSearchParams({ watch: '1' })
    if (row.sendInitialEvents !== undefined) {
      query.set('sendInitialEvents', String(row.sendInitialEvents))
      query.set('resourceVersionMatch', 'NotOlderThan')
    }
    if (row.allowWatchBookmarks === true) query.set('allowWatchBookmarks', 'true')
    // In the table, version 1 is the version of an empty storage. A new cluster already has objects, so its version
    // before the first ConfigMap replaces it.
    const given = row.resourceVersion === '1' ? empty : (row.resourceVersion ?? '')
    query.set('resourceVersion', row.useCurrentRV === true ? current : given)
    const { status, body } = await send('GET', `${MAPS}?${query.toString()}`)
    expect(status).toBe(200)
    if (!isByteStream(body)) throw new Error('a watch is a stream')
    let text = ''
    body.start({ write: (chunk) => void (text += new TextDecoder().decode(chunk)), end() {}, backlog: () => 0 })
    // The server sends a bookmark after a second. The recorded table tests only the storage, which sends it at once.
    if (row.expectedInitialEventsBookmark !== undefined) clock.advance(1000)
    for (const name of names.slice(before)) await create(name)
    expect(eventsIn(text)).toEqual([
      ...(row.expectedInitialEvents === undefined ? [] : names.slice(0, before).map((name) => `ADDED ${name}`)),
      ...(row.expectedInitialEventsBookmark === undefined ? [] : ['end of the initial events']),
      ...names.slice(before).map((name) => `ADDED ${name}`),
    ])
    body.stop()
    await api.close()
  })
})
