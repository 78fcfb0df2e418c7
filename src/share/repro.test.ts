import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeRepro, encodeRepro, readRepro } from './repro.ts'

/** One link for each version that this app has ever written. Later versions open all of them. */
const links = JSON.parse(readFileSync(new URL('./repro-links.json', import.meta.url), 'utf8')) as Record<string, string>

const repro = {
  kind: 'Repro' as const,
  app: '0.1.0',
  server: 'v1.30.0',
  name: 'shop',
  dialect: 'k8s' as const,
  taken: 1_700_000_000_000,
  flags: ['--controllers=*'],
  objects: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
  requests: [
    {
      after: 0,
      method: 'POST',
      url: '/api/v1/namespaces/shop/configmaps',
      status: 403,
      body: { type: 'application/json', text: '{"metadata":{"name":"a"}}' },
      accept: 'application/json',
      as: { user: 'alice', groups: ['dev'] },
      answer: { kind: 'Status', reason: 'Forbidden', message: 'forbidden' },
    },
  ],
}

const read = (value: unknown) => readRepro(JSON.stringify(value), 'file')

describe('a history in a link', () => {
  it('is read as it was written', async () => {
    expect(await decodeRepro(await encodeRepro(repro))).toEqual(repro)
    const [object] = repro.objects
    const withSettings = { ...repro, settings: { timeScale: 60 } }
    expect(await decodeRepro(await encodeRepro(withSettings))).toEqual(withSettings)
    const large = { ...repro, objects: [{ apiVersion: 'v1', kind: 'A', ...object, spec: { size: 9007199254740993n } }] }
    expect(await decodeRepro(await encodeRepro(large))).toEqual(large)
  })

  it.each(Object.entries(links))('of version %s is read', async (_version, link) => {
    expect(await decodeRepro(link)).toEqual(repro)
  })

  it('of an unknown version is refused', async () => {
    await expect(decodeRepro('#r9.abc')).rejects.toThrow('made by another version')
  })
})

describe('a hostile history', () => {
  const request = repro.requests[0]

  it.each([
    ['no JSON', '{'],
    ['another kind', JSON.stringify({ ...repro, kind: 'Scenario' })],
    ['another dialect', JSON.stringify({ ...repro, dialect: '__proto__' })],
    ['an address of another server', JSON.stringify({ ...repro, requests: [{ ...request, url: '//a.example/' }] })],
    ['an unknown method', JSON.stringify({ ...repro, requests: [{ ...request, method: 'CONNECT' }] })],
    ['a control character', JSON.stringify({ ...repro, name: 'a\u001b[2J' })],
    ['a line in a media type', JSON.stringify({ ...repro, requests: [{ ...request, accept: 'a\r\nb: c' }] })],
    [
      'a body of a megabyte',
      JSON.stringify({ ...repro, requests: [{ ...request, body: { type: 'a', text: 'a'.repeat(1e6) } }] }),
    ],
    ['too many requests', JSON.stringify({ ...repro, requests: Array(501).fill(request) })],
    ['too many objects', JSON.stringify({ ...repro, objects: Array(50_001).fill(repro.objects[0]) })],
  ])('with %s is refused', async (_what, text) => {
    await expect(readRepro(text, 'file')).rejects.toThrow(/history is damaged|objects; a file can hold/)
  })

  it('cannot add fields', async () => {
    expect(Object.keys(await read({ ...repro, constructor: 1, more: 2 }))).toEqual(Object.keys(repro))
  })
})
