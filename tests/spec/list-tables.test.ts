import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isByteStream } from '../../worker/api/exchange.ts'
import type { ApiServer } from '../../worker/server/api-server.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { writeContinue } from '../../worker/verbs/continue-token.ts'
import { readRecording } from '../recordings/archive.ts'

interface Preset {
  readonly namespace: string
  readonly name: string
}
interface Reference {
  readonly ref: string
}
interface Row {
  readonly name: string
  readonly prefix: string
  readonly pred?: {
    readonly field?: string
    readonly limit?: number
    readonly continue?: Reference | { readonly args: readonly [string, Reference] }
  }
  readonly rv?: string | Reference
  readonly rvMatch?: string
  readonly expectedOut?: readonly { readonly preset: number }[]
  readonly expectedAlternatives?: readonly (readonly { readonly preset: number }[])[]
  readonly expectContinue?: boolean
  readonly expectedRemainingItemCount?: number
  readonly expectRV?: Reference | object
  readonly expectError?: boolean
  readonly expectRVTooLarge?: boolean
  readonly ignoreForWatchCache?: boolean
}
interface List {
  readonly metadata: {
    readonly resourceVersion: string
    readonly continue?: string
    readonly remainingItemCount?: number
  }
  readonly items: readonly { readonly metadata: Preset }[]
}

interface Tables {
  readonly presets: readonly Preset[]
  readonly tables: { readonly RunTestList: readonly Row[] }
}

const { presets, tables } = readRecording('tables', 'list-watch') as Tables

const clock = virtualClock()
let api: ApiServer
const versions: Record<string, string> = {}

async function send(
  method: string,
  url: string,
  body?: object,
  waits = false,
): Promise<{ status: number; json: List }> {
  const progress = { over: false }
  const answering = api
    .handle({
      method,
      url,
      headers: new Map([['content-type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json']]),
      ...(body && { body: new TextEncoder().encode(JSON.stringify(body)) }),
      signal: new AbortController().signal,
    })
    .finally(() => (progress.over = true))
  // Only a request for a later version waits. For other requests the clock stays, because its advance would expire the history.
  for (; !progress.over; clock.advance(waits ? 100 : 0)) await new Promise((resolve) => void setImmediate(resolve))
  const answer = await answering
  if (isByteStream(answer.body)) throw new Error('a list is not a stream')
  return { status: answer.status, json: JSON.parse(new TextDecoder().decode(answer.body)) as List }
}

const pods = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`
const podOf = ({ name }: Preset) => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } })

beforeAll(async () => {
  api = await createApiServer({ dialect: dialects.k8s, clock, log: memoryLog(), defaultUser: 'a' })
  for (const name of ['first', 'second', 'third', 'empty']) {
    await send('POST', '/api/v1/namespaces', { metadata: { name } })
    await send('POST', `/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'default' } })
  }
  versions.initialRV = (await send('GET', '/api/v1/pods')).json.metadata.resourceVersion
  for (const preset of presets) await send('POST', pods(preset.namespace), podOf(preset))
  const [updated, deleted] = [presets[0], presets.at(-1)]
  if (updated === undefined || deleted === undefined) return
  const node = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: updated.name },
    target: { kind: 'Node', name: 'fakeNode' },
  }
  await send('POST', `${pods(updated.namespace)}/${updated.name}/binding`, node)
  await send('DELETE', `${pods(deleted.namespace)}/${deleted.name}?gracePeriodSeconds=0`)
  versions['list.ResourceVersion'] = (await send('GET', '/api/v1/pods')).json.metadata.resourceVersion
})
afterAll(() => api.close())

/** A token is relative to its collection: one namespace, or all namespaces. */
function tokenOf(given: NonNullable<Row['pred']>['continue']): string {
  if (given === undefined) return ''
  const start = 'args' in given ? given.args[0] : 'foo'
  return writeContinue(dialects.k8s, { start, revision: Number(versions['list.ResourceVersion']) })
}

function urlOf({ prefix, pred = {}, rv = '', rvMatch = '' }: Row): string {
  const [, , namespace = ''] = prefix.split('/')
  const query = new URLSearchParams({
    resourceVersion: typeof rv === 'string' ? rv : (versions[rv.ref] ?? ''),
    resourceVersionMatch: rvMatch,
    limit: String(pred.limit ?? 0),
    continue: tokenOf(pred.continue),
    fieldSelector: pred.field ?? '',
  })
  return `${namespace === '' ? '/api/v1/pods' : pods(namespace)}?${query.toString()}`
}

// The rows for storage without a cache are omitted, because such storage applies a limit at version 0 (reference/list.md 11).
const rows = tables.RunTestList.filter(({ ignoreForWatchCache }) => ignoreForWatchCache !== true)

describe('lists of the recorded table', () => {
  test.each(rows.map((row) => [row.name, row] as const))('answers %s as the real server does', async (_, row) => {
    const { status, json } = await send('GET', urlOf(row), undefined, row.expectRVTooLarge)
    if (row.expectError === true) return expect(status).toBeGreaterThanOrEqual(400)
    if (row.expectRVTooLarge === true) return expect(status).toBe(504)
    expect(status, JSON.stringify(json)).toBe(200)
    const found = json.items.map(({ metadata: { namespace, name } }) => `${namespace}/${name}`)
    const wanted = (row.expectedAlternatives ?? [row.expectedOut ?? []]).map((list) =>
      list.map(({ preset }) => `${presets[preset]?.namespace}/${presets[preset]?.name}`),
    )
    expect(wanted).toContainEqual(found)
    expect(json.metadata.continue !== undefined).toBe(row.expectContinue === true)
    if (row.expectedRemainingItemCount !== undefined)
      expect(json.metadata.remainingItemCount).toBe(row.expectedRemainingItemCount)
    if (row.expectRV !== undefined && 'ref' in row.expectRV)
      expect(json.metadata.resourceVersion).toBe(versions[row.expectRV.ref])
  })
})
