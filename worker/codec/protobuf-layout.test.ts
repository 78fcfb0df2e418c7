import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { builtinType, builtinTypeNames, isBuiltinType } from '../schema/builtin/types.ts'
import type { ScalarSchema, Schema } from '../schema/schema.ts'
import { layoutOf, type Entry } from './protobuf-layout.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

interface ProtoField {
  readonly n: number
  readonly type: string
  readonly repeated?: boolean
}
type ProtoTypes = Readonly<Record<string, { readonly fields: Readonly<Record<string, ProtoField>> }>>

const SCALARS: Readonly<Record<Exclude<ScalarSchema['kind'], 'integer' | 'duration'>, string>> = {
  string: 'string',
  boolean: 'bool',
  number: 'double',
  bytes: 'bytes',
  time: 'Time',
  microtime: 'MicroTime',
  quantity: 'Quantity',
  'int-or-string': 'IntOrString',
}

/** Returns the last part of the name that a type has in the recorded field tables. */
function typeOf(schema: Schema): string {
  if (schema.type === 'map') return `map<string, ${typeOf(schema.values)}>`
  if (schema.type === 'list') return schema.items.type === 'scalar' ? 'ExtraValue' : 'list'
  if (schema.type !== 'scalar') return schema.name?.replace(/^.*\./, '') ?? ''
  if (schema.kind === 'integer') return `int${schema.bits}`
  return schema.kind === 'duration' ? '' : SCALARS[schema.kind]
}

const short = (type: string) => type.replace(/[\w.]+\.(?=\w)/g, '')

function compare(name: string, layout: readonly Entry[], types: ProtoTypes): number {
  const recorded = Object.values(types[name]?.fields ?? {})
  const numbers = layout.map(({ number }) => number)
  expect({ name, numbers }).toEqual({ name, numbers: recorded.map(({ n }) => n).sort((a, b) => a - b) })
  let compared = 0
  for (const entry of layout) {
    const field = recorded.find(({ n }) => n === entry.number)
    const where = `${name} ${'name' in entry ? entry.name : ''}#${entry.number}`
    if (field === undefined) throw new Error(`${where} is not a field of the real type`)
    if ('inlined' in entry) {
      const path = name.slice(0, name.lastIndexOf('.') + 1)
      compared += compare(field.type.includes('.') ? field.type : path + field.type, entry.inlined, types)
      continue
    }
    const { schema } = entry.field
    const repeated = schema.type === 'list' && !entry.wrapped
    const type = entry.wrapped ? 'Verbs' : typeOf(repeated ? schema.items : schema)
    expect({ where, type, repeated }).toEqual({ where, type: short(field.type), repeated: field.repeated === true })
    compared += 1
  }
  return compared
}

describe('the layout of every type', () => {
  it('has the field numbers and types of the real server', () => {
    const types = readRecording('schema', 'protobuf-fields') as ProtoTypes
    let compared = 0
    for (const name of builtinTypeNames().filter(isBuiltinType)) {
      const layout = layoutOf(builtinType(name))
      // The envelope is written by hand.
      if (layout === undefined || name === 'apimachinery.pkg.runtime.Unknown') continue
      compared += compare(`k8s.io.${dialects.k8s.spell(name).replace(/-/g, '_')}`, layout, types)
    }
    expect(compared).toBeGreaterThan(2000)
  })
})

it('orders fields by number and gathers inlined structs', () => {
  const layout = layoutOf(builtinType('api.core.v1.Volume')) ?? []
  expect(layout.map(({ number }) => number)).toEqual([1, 2])
  const [, source] = layout
  const numbers = source !== undefined && 'inlined' in source ? source.inlined.map(({ number }) => number) : []
  expect(numbers.slice(0, 4)).toEqual([1, 2, 3, 4])
  expect([...numbers].sort((a, b) => a - b)).toEqual(numbers)
})
