import { afterEach, expect, test } from 'vitest'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { createApiServer, type ApiServer } from '../../worker/server/api-server.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { EVERYTHING } from './everything.ts'
import { exchange } from './exchange.ts'
import { PLACES } from './named-places.ts'
import type { Place, Template } from './places/place.ts'
import { schemaPlaces } from './schema-places.ts'

/** Each inherited name and a word of the same length and the same kinds of characters, which nothing inherits. */
const TWINS = [
  ['constructor', 'constructox'],
  ['__proto__', '__prota__'],
  ['toString', 'toStrinx'],
  ['valueOf', 'valueOx'],
  ['__defineGetter__', '__defineGettex__'],
] as const

const opened: ApiServer[] = []
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close()
})

interface Cluster {
  send(template: Template, word: string): Promise<string>
  readonly defects: readonly string[]
}

async function openCluster(): Promise<Cluster> {
  const clock = virtualClock()
  const defects: string[] = []
  const api = await createApiServer({
    dialect: dialects.k8s,
    clock,
    log: memoryLog(),
    ...EVERYTHING,
    tokens: 'admin-token,admin,u-admin,"system:masters"\n',
    authorizationModes: ['RBAC'],
    report: (error) => defects.push(error instanceof Error ? String(error.stack) : String(error)),
  })
  opened.push(api)
  const send = async ({ method, url, headers = {}, body }: Template, word: string): Promise<string> => {
    const put = (text: string): string => text.replaceAll('WORD', word)
    const own = Object.entries(headers).map(([name, value]) => [put(name).toLowerCase(), put(value)])
    const answered = await exchange(api, clock, {
      method: put(method),
      url: put(url),
      headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json', ...Object.fromEntries(own) },
      ...(body !== undefined && { body: new TextEncoder().encode(put(JSON.stringify(body))) }),
    })
    if (answered === undefined) return 'no answer'
    const { response, text } = answered
    const shown = [...response.headers].filter(([name]) => name === 'Warning').map(([, value]) => value)
    return `${response.status} ${shown.join(' ')}\n${text}`
  }
  await send(
    { method: 'POST', url: '/api/v1/namespaces/default/serviceaccounts', body: { metadata: { name: 'default' } } },
    '',
  )
  return { send, defects }
}

const VARYING =
  /(?<=storageVersionHash":")[^"]*|"?(?:\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w-]{60,})"?/g

/** The answer without the word, its base64 form, and the values that differ between any two clusters. */
const comparable = (answer: string, words: readonly [string, string]): string =>
  answer
    .replaceAll(new RegExp([...words, ...words.map((word) => btoa(word))].join('|'), 'gi'), 'WORD')
    .replaceAll(VARYING, '-')

/** Sends the requests with each word to a separate cluster. Returns the first difference of each place. */
async function differences(places: readonly Place[], words: readonly [string, string]): Promise<string[]> {
  const [name, twin] = words
  const [inherited, ordinary] = [await openCluster(), await openCluster()]
  const found: string[] = []
  for (const { name: place, requests } of places) {
    for (const template of requests) {
      const seen = comparable(await inherited.send(template, name), words)
      const expected = comparable(await ordinary.send(template, twin), words)
      if (seen === expected) continue
      found.push(
        `${place}: ${template.method} ${template.url}\n${seen.slice(0, 500)}\ninstead of\n${expected.slice(0, 500)}`,
      )
      break
    }
  }
  return [...found, ...inherited.defects.slice(0, 3), ...ordinary.defects.slice(0, 3)]
}

test.each(TWINS)('treats %s like %s in every place that uses a text as a key', async (...words) => {
  expect(await differences(PLACES, words)).toEqual([])
})

test.each(TWINS.slice(0, 2))(
  'treats %s like %s as a value and as a key in every field of every kind',
  async (...words) => {
    expect(await differences(schemaPlaces(), words)).toEqual([])
  },
)
