import { describe, expect, it } from 'vitest'
import { badRequest } from '../api/status.ts'
import { Pieces } from '../runtime/pieces.ts'
import type { View } from '../verbs/verbs.ts'
import type { Form } from './form.ts'
import { writeList, writeObject } from './forms.ts'

const name = { name: 'Name', type: 'string', description: '', priority: 0, cell: ({ metadata }: View['object']) => metadata?.name ?? '' } // prettier-ignore
const negotiated = { format: 'json', mediaType: 'application/json', pretty: false, stream: false } as const
const form: Form = {
  negotiated: { ...negotiated, transform: undefined },
  apiVersion: 'meta.k8s.io/v1',
  columns: [name],
  ownColumns: true,
  fieldAnnotations: [],
  rowOrder: undefined,
  include: 'Metadata',
  now: () => 0,
  head: { apiVersion: 'v1', kind: 'Thing', listKind: 'ThingList', isCustom: false },
  schema: { kind: 'struct', fields: [] } as unknown as Form['schema'],
  bareItems: true,
}
const as = (kind: string): Form['negotiated'] => ({
  ...negotiated,
  transform: { kind, group: 'meta.k8s.io', version: 'v1' },
})

const object = (name: string) => ({
  kind: 'Thing',
  apiVersion: 'v1',
  metadata: { name, creationTimestamp: 't', annotations: { a: '}"{\\' } },
  spec: { x: 'ä' },
})
const bytesOf = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
/** Returns a view as the store returns it: with the bytes of the object. */
function stored(name: string): View & { readonly bytes: Uint8Array } {
  const own = object(name)
  const metadataEnd = bytesOf({ ...own, spec: undefined }).length - 1
  return { object: own, bytes: bytesOf(own), metadataEnd }
}
/** Returns a view as a version conversion returns it: without bytes. */
const converted = (name: string): View => ({ object: object(name) })

function read(list: Uint8Array | Pieces): unknown {
  return JSON.parse(new TextDecoder().decode(list instanceof Pieces ? list.join() : list))
}
const chunksOf = (list: Uint8Array | Pieces): readonly Uint8Array[] => (list instanceof Pieces ? list.chunks : [list])

describe.each([
  ['stored bytes', stored],
  ['objects without bytes', converted],
])('a list of %s', (_what, view) => {
  const items = [view('a'), view('b')]
  const bare = (n: string) => ({ metadata: object(n).metadata, spec: object(n).spec })
  const partial = (n: string) => ({
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: object(n).metadata,
  })

  it('omits kind and apiVersion from typed items and keeps them in custom ones', () => {
    const metadata = { resourceVersion: '7' }
    expect(read(writeList(metadata, items, form))).toEqual({
      kind: 'ThingList',
      apiVersion: 'v1',
      metadata,
      items: [bare('a'), bare('b')],
    })
    expect(read(writeList(metadata, items, { ...form, bareItems: false }))).toMatchObject({
      items: [object('a'), object('b')],
    })
    expect(read(writeList(metadata, [], form))).toMatchObject({ items: [] })
  })

  it('is written as a Table or as metadata alone when negotiated', () => {
    expect(read(writeList({}, items, { ...form, negotiated: as('Table') }))).toMatchObject({
      rows: [
        { cells: ['a'], object: partial('a') },
        { cells: ['b'], object: partial('b') },
      ],
    })
    const whole = { ...form, negotiated: as('Table'), include: 'Object' as const }
    expect(read(writeList({}, items, whole))).toMatchObject({
      rows: [{ object: object('a') }, { object: object('b') }],
    })
    expect(read(writeList({}, items, { ...form, negotiated: as('PartialObjectMetadataList') }))).toMatchObject({
      items: [partial('a'), partial('b')],
    })
  })
})

const pair = [{ object: object('a') }, { object: object('b') }]

it('omits the annotations that are fields in the real server', () => {
  const held = { ...form, fieldAnnotations: ['a'], negotiated: as('PartialObjectMetadataList') }
  const [first] = (read(writeList({}, pair, held)) as { items: [{ metadata: object }] }).items
  expect(first.metadata).not.toHaveProperty('annotations')
})

it('computes ages at the time at which a row is written, which in a watch is long after the request', () => {
  let time = 1
  const age = { ...name, cell: (_object: View['object'], now: number) => now }
  const watch = { ...form, columns: [age], now: () => time, negotiated: as('Table') }
  const row = () => read(writeObject(converted('a'), watch) as Uint8Array)
  expect(row()).toMatchObject({ rows: [{ cells: [1] }] })
  time = 60_000
  expect(row()).toMatchObject({ rows: [{ cells: [60_000] }] })
})

it('orders the rows of a Table as the kind requires', () => {
  const rowOrder = (a: View['object'], b: View['object']) =>
    (a.metadata?.name ?? '') < (b.metadata?.name ?? '') ? 1 : -1
  const table = read(writeList({}, pair, { ...form, rowOrder, negotiated: as('Table') }))
  expect(table).toMatchObject({ rows: [{ cells: ['b'] }, { cells: ['a'] }] })
})

it('names the Go type of a list in the refusal of a form that is for single objects', () => {
  const head = { ...form.head, apiVersion: 'flowcontrol.apiserver.k8s.io/v1' }
  const wrong = { ...form, head, negotiated: as('PartialObjectMetadata') }
  expect(() => writeList({}, pair, wrong)).toThrow('the requested object is a list (*flowcontrol.ThingList)')
})

it('refuses an invalid includeObject when the answer is written', () => {
  const refusal = badRequest('Unable to convert')
  expect(() => writeList({}, [], { ...form, refusal })).toThrow('Unable to convert')
})

it('copies no stored bytes', () => {
  const items = [stored('a'), stored('b')]
  for (const kind of [undefined, 'Table', 'PartialObjectMetadataList']) {
    const list = writeList({}, items, kind === undefined ? form : { ...form, negotiated: as(kind) })
    const shared = new Set(chunksOf(list).map(({ buffer }) => buffer))
    for (const { bytes } of items) expect(shared).toContain(bytes.buffer)
  }
})
