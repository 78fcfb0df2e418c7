import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../api/json.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { decode } from '../schema/decode.ts'
import type { Field, StructSchema } from '../schema/schema.ts'
import { ProtobufError } from './protobuf-error.ts'
import { hasProtobufForm } from './lazy-protobuf.ts'
import { decodeMessage, decodeProtobuf, encodeProtobuf, encodeWatchFrame } from './protobuf.ts'
import { toHex } from '../runtime/bytes.ts'

const META = 'apimachinery.pkg.apis.meta.v1'
const EXTENSIONS = 'apiextensions-apiserver.pkg.apis.apiextensions.v1'
const typeMeta = { apiVersion: 'v1', kind: 'Thing' }

const unhex = (text: string) =>
  Uint8Array.from(text.replace(/\s/g, '').match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const encode = (schema: StructSchema, object: JsonObject) =>
  decodeProtobuf(encodeProtobuf(schema, object, typeMeta)).raw

/** Returns the schema of a struct whose only field has the name `it`. */
const structOf = (field: Field): StructSchema => ({
  type: 'struct',
  name: 'test.Holder',
  fields: new Map([['it', field]]),
})

function roundTrip(name: string, value: Json): JsonObject {
  const schema = builtinType(name)
  const { object } = decode(schema, value)
  const back = decodeMessage(schema, encode(schema, object))
  expect(back).toEqual(object)
  expect(JSON.stringify(back, bigintText)).toBe(JSON.stringify(object, bigintText))
  return back
}

const bigintText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

describe('the envelope', () => {
  it('is the magic number and an Unknown with all of its fields', () => {
    const bytes = encodeProtobuf(builtinType(`${META}.Status`), { metadata: {}, code: 404 }, typeMeta)
    const raw = unhex('0a06 0a00 1200 1a00 1200 1a00 2200 309403')
    const whole = '6b387300 0a0b 0a02 7631 1205 5468696e67 1211 0a060a0012001a00 1200 1a00 2200 309403 1a00 2200'
    expect(toHex(bytes)).toBe(toHex(unhex(whole)))
    expect(decodeProtobuf(bytes)).toEqual({ ...typeMeta, raw, contentEncoding: '', contentType: '' })
  })

  it('is refused with the message of the fault when malformed', () => {
    const faults: Record<string, string> = {
      '': 'empty data',
      '7b7d': 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
      '6b387300': 'empty body',
      '6b387300 0a': 'unexpected EOF',
      '6b387300 0a05': 'unexpected EOF',
      '6b387300 0800': 'proto: wrong wireType = 0 for field 1 of Unknown',
      '6b387300 0c': 'proto: Unknown: wiretype end group for non-group',
      '6b387300 0200': 'proto: Unknown: illegal tag 0 (wire type 2)',
      '6b387300 12ffffffffffffffffff01': 'proto: negative length found during unmarshaling',
      '6b387300 12ffffffffffffffffffff01': 'proto: integer overflow',
      '6b387300 12ffffffffffffff7f': 'unexpected EOF',
    }
    for (const [bytes, message] of Object.entries(faults)) {
      expect(() => decodeProtobuf(unhex(bytes)), bytes).toThrow(new ProtobufError(message))
    }
  })

  it('skips unknown fields, groups included', () => {
    const unknown = '2801 310000000000000000 3a0161 434b 0801 4c44 4d00000000'
    expect(decodeProtobuf(unhex(`6b387300 ${unknown} 1201ff`)).raw).toEqual(unhex('ff'))
    expect(() => decodeProtobuf(unhex('6b387300 2f'))).toThrow('proto: illegal wireType 7')
  })
})

it('frames a watch event', () => {
  const frame = encodeWatchFrame('ADDED', unhex('6b387300 ff'))
  expect(toHex(frame)).toBe(toHex(unhex('00000010 0a054144444544 1207 0a05 6b387300ff')))
})

it('sets kind and apiVersion in the decoded object', () => {
  const schema = builtinType('api.core.v1.ConfigMap')
  const raw = encode(schema, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { b: 'c' } })
  expect(JSON.stringify(decodeMessage(schema, raw, { apiVersion: 'v1', kind: 'ConfigMap' }))).toBe(
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","creationTimestamp":null},"data":{"b":"c"}}',
  )
  expect(Object.keys(decodeMessage(schema, raw))).toEqual(['metadata', 'data'])
})

it('reports types without a protobuf form', () => {
  const forms = [`${META}.Status`, `${META}.PartialObjectMetadataList`, 'api.core.v1.PodList'].map(builtinType)
  expect(forms.map(hasProtobufForm)).toEqual([true, true, true])
  const custom: StructSchema = { type: 'struct', fields: new Map() }
  expect([builtinType(`${META}.Table`), custom].map(hasProtobufForm)).toEqual([false, false])
  expect(() => encodeProtobuf(custom, {}, typeMeta)).toThrow('a custom resource has none')
})

describe('values', () => {
  it('encode integers: negative ones take ten bytes, 64 bits are kept', () => {
    for (const [value, bytes] of [
      [0, '00'],
      [1, '01'],
      [300, 'ac02'],
      [2 ** 31, '8080808008'],
      [-1, 'ffffffffffffffffff01'],
      [9007199254740993n, '8180808080808010'],
      [-9223372036854775808n, '80808080808080808001'],
    ] as const) {
      const schema = structOf({ schema: { type: 'scalar', kind: 'integer', bits: 64 }, number: 1 })
      expect(toHex(encode(schema, { it: value }))).toBe(`08${bytes}`)
      expect(decodeMessage(schema, unhex(`08${bytes}`))).toEqual({ it: value })
    }
    const narrow = structOf({ schema: { type: 'scalar', kind: 'integer', bits: 32 }, number: 1 })
    expect(decodeMessage(narrow, unhex('08ffffffffffffffffff01'))).toEqual({ it: -1 })
    expect(decodeMessage(narrow, unhex('088180808010'))).toEqual({ it: 1 })
  })

  it('encode times: whole seconds, microseconds, and an empty message for null', () => {
    const time = structOf({ schema: { type: 'scalar', kind: 'time' }, number: 1 })
    const micro = structOf({ schema: { type: 'scalar', kind: 'microtime' }, number: 1 })
    expect(toHex(encode(time, { it: '1970-01-01T00:00:01Z' }))).toBe('0a0408011000')
    expect(toHex(encode(time, { it: null }))).toBe('0a00')
    expect(toHex(encode(micro, { it: '1970-01-01T00:00:01.000002Z' }))).toBe('0a05080110d00f')
    expect(decodeMessage(time, unhex('0a0508011 0d00f'))).toEqual({ it: '1970-01-01T00:00:01Z' })
    expect(decodeMessage(micro, unhex('0a0508011 0d00f'))).toEqual({ it: '1970-01-01T00:00:01.000002Z' })
    expect(decodeMessage(micro, unhex('0a0d080110 98f8ffffffffffffff01'))).toEqual({
      it: '1970-01-01T00:00:00.999999Z',
    })
    expect(decodeMessage(time, unhex('0a00'))).toEqual({ it: null })
    expect(decodeMessage(time, unhex('0a020801'))).toEqual({ it: '1970-01-01T00:00:01Z' })
    for (const it of ['0001-01-01T00:00:01Z', '1969-12-31T23:59:59Z', '2024-02-29T12:34:56Z', '9999-12-31T23:59:59Z']) {
      expect(decodeMessage(time, encode(time, { it }))).toEqual({ it })
    }
    expect(() => decodeMessage(time, unhex('0a0a08ffffffffffffffff7f'))).toThrow('year outside of range')
  })

  it('encode quantities and int-or-strings', () => {
    const quantity = structOf({ schema: { type: 'scalar', kind: 'quantity' }, number: 1 })
    expect(toHex(encode(quantity, { it: '1500m' }))).toBe('0a070a05313530306d')
    expect(decodeMessage(quantity, unhex('0a050a03312e35'))).toEqual({ it: '1500m' })
    expect(decodeMessage(quantity, unhex('0a00'))).toEqual({ it: '0' })
    expect(() => decodeMessage(quantity, unhex('0a030a0178'))).toThrow(ProtobufError)
    const port = structOf({ schema: { type: 'scalar', kind: 'int-or-string' }, number: 1 })
    expect(toHex(encode(port, { it: 80 }))).toBe('0a06080010501a00')
    expect(toHex(encode(port, { it: 'a' }))).toBe('0a07080110001a0161')
    expect(decodeMessage(port, unhex('0a06080010501a00'))).toEqual({ it: 80 })
    expect(decodeMessage(port, unhex('0a07080110001a0161'))).toEqual({ it: 'a' })
  })

  it('encode bytes, doubles and texts of any length and script', () => {
    roundTrip('api.core.v1.Secret', { data: { b: 'AP8=', a: '', '10': 'aGk=', '9': 'aGk=' } })
    roundTrip(`${EXTENSIONS}.JSONSchemaProps`, { maximum: 1.5, minimum: -1e300, maxLength: 9007199254740993n })
    for (const text of ['ä', 'x'.repeat(30), `${'x'.repeat(50)}ä`, '😀'.repeat(30), 'x'.repeat(100_000), '']) {
      roundTrip('api.core.v1.ConfigMap', { data: { [`k${text}`]: text, a: 'b' } })
    }
    const number = structOf({ schema: { type: 'scalar', kind: 'number' }, number: 1 })
    expect(() => decodeMessage(number, unhex('09 000000000000f87f'))).toThrow('json: unsupported value: NaN')
  })

  it('encode maps sorted by key, and decode them from any order', () => {
    const schema = builtinType('api.core.v1.ConfigMap')
    const data = toHex(encode(schema, { data: { '10': '', '9': '', a: '' } })).slice(-2 * (8 + 7 + 7))
    expect(data).toBe(toHex(unhex('1206 0a023130 1200 1205 0a0139 1200 1205 0a0161 1200')))
    const object = decodeMessage(schema, unhex('1205 0a0162 1200 1205 0a0161 1200 1200 1206 0a0162 120178'))
    expect(JSON.stringify(object['data'])).toBe('{"":"","a":"","b":"x"}')
    const poisoned = decodeMessage(schema, encode(schema, { data: JSON.parse('{"__proto__":"x"}') }))
    expect(Object.keys(Object(poisoned['data']))).toEqual(['__proto__'])
  })

  it('encode lists inside maps, and the list type Verbs', () => {
    roundTrip('api.authentication.v1.UserInfo', { username: 'a', extra: { scopes: ['x', 'y'], none: ['z'] } })
    const schema = builtinType(`${META}.APIResource`)
    const raw = encode(schema, { name: '', kind: '', verbs: ['get', 'list'] })
    expect(toHex(raw)).toContain(toHex(unhex('220b 0a03676574 0a046c697374')))
    roundTrip(`${META}.APIResource`, { name: 'pods', kind: 'Pod', namespaced: true, verbs: ['get', 'list'] })
  })

  it('decode a list of numbers, packed or not', () => {
    const list = { type: 'list', items: { type: 'scalar', kind: 'integer', bits: 64 }, listType: 'atomic' } as const
    const schema = structOf({ schema: list, number: 1 })
    expect(toHex(encode(schema, { it: [1, 2] }))).toBe('08010802')
    expect(decodeMessage(schema, unhex('0801 0a020203 0804'))).toEqual({ it: [1, 2, 3, 4] })
    expect(() => decodeMessage(schema, unhex('0d00000000'))).toThrow('proto: wrong wireType = 5 for field It')
  })

  it('encode the alternatives in an OpenAPI schema', () => {
    const props = {
      default: { b: [1, null], a: 'x' },
      enum: [1, 'a', false],
      items: [{ type: 'string' }],
      additionalProperties: false,
      additionalItems: { type: 'string' },
      dependencies: { a: ['b'], c: { type: 'object' } },
      properties: { a: { items: { type: 'string' }, additionalProperties: true } },
    }
    roundTrip(`${EXTENSIONS}.JSONSchemaProps`, props)
    const schema = builtinType(`${EXTENSIONS}.JSONSchemaProps`)
    const allows = (value: Json) => toHex(encode(schema, { additionalProperties: value }))
    expect(allows(true)).toContain('f201020801')
    expect(allows(false)).toContain('f201020800')
    expect(allows({})).toMatch(/f201..080112/)
  })

  it('encode inlined structs and empty objects', () => {
    const volumes = [
      { name: 'a', emptyDir: {} },
      { name: 'b', configMap: { name: 'c', defaultMode: 420 } },
    ]
    roundTrip('api.core.v1.PodSpec', { volumes, containers: [{ name: 'a', env: [{ name: 'b' }] }] })
    const schema = builtinType('api.core.v1.Pod')
    const empty = decodeMessage(schema, new Uint8Array())
    expect(empty).toEqual(decode(schema, {}).object)
    expect(decodeMessage(schema, encode(schema, {}))).toEqual(empty)
  })

  it('encode embedded JSON', () => {
    const schema = builtinType('api.apps.v1.ControllerRevision')
    roundTrip('api.apps.v1.ControllerRevision', { data: { spec: { a: [1, 1234567890123456789n] } }, revision: 1 })
    expect(() => decodeMessage(schema, unhex('1203 0a017b'))).toThrow(ProtobufError)
    const entry = builtinType(`${META}.ManagedFieldsEntry`)
    expect(decodeMessage(entry, unhex('3a03 0a0131'))).toEqual({ fieldsV1: 1 })
    expect(() => decodeMessage(entry, unhex('3a03 0a017b'))).toThrow(ProtobufError)
  })
})

describe('malformed bytes', () => {
  const schema = builtinType('api.core.v1.Pod')
  const { object } = decode(schema, {
    metadata: {
      name: 'a',
      labels: { b: 'c' },
      creationTimestamp: '2024-01-01T00:00:00Z',
      managedFields: [{ fieldsV1: { 'f:a': {} } }],
    },
    spec: {
      containers: [{ name: 'a', resources: { limits: { cpu: '1' } }, ports: [{ containerPort: 80 }] }],
      priority: -1,
    },
  })
  const raw = encode(schema, object)

  /** Decodes the bytes and encodes the result. Fails on any error other than a ProtobufError. */
  function decodeOrRefuse(bytes: Uint8Array): void {
    try {
      encode(schema, decodeMessage(schema, bytes))
    } catch (error) {
      expect(error).toBeInstanceOf(ProtobufError)
    }
  }

  it('are refused when truncated', () => {
    for (let length = 0; length < raw.length; length++) decodeOrRefuse(raw.subarray(0, length))
    expect(() => decodeMessage(schema, raw.subarray(0, raw.length - 1))).toThrow('unexpected EOF')
  })

  it('decode or throw ProtobufError after random changes', () => {
    let seed = 1
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
      return (seed >>> 8) % below
    }
    for (let round = 0; round < 2000; round++) {
      const bytes = raw.slice()
      for (let i = random(3); i >= 0; i--) bytes[random(bytes.length)] = random(256)
      decodeOrRefuse(bytes)
    }
  })

  it('are refused beyond a depth of 500', () => {
    const props = builtinType(`${EXTENSIONS}.JSONSchemaProps`)
    const nested = (levels: number): Uint8Array => {
      let object: JsonObject = {}
      for (let i = 0; i < levels; i++) object = { not: object }
      return encode(props, object)
    }
    expect(decodeMessage(props, nested(499))).toHaveProperty('not.not.not')
    expect(() => decodeMessage(props, nested(501))).toThrow('proto: exceeded max depth')
  })

  it('are refused beyond 60000 fields', () => {
    // Empty map entries of two bytes each.
    const bytes = new Uint8Array(120_002)
    for (let i = 0; i < bytes.length; i += 2) bytes[i] = 0x12
    expect(() => decodeMessage(builtinType('api.core.v1.ConfigMap'), bytes)).toThrow('proto: too many values')
  })
})

it('encodes an object after a failed encoding', () => {
  const schema = structOf({ schema: { type: 'scalar', kind: 'time' }, number: 1 })
  expect(() => encode(schema, { it: 'yesterday' })).toThrow('is not a time')
  expect(toHex(encode(schema, { it: '1970-01-01T00:00:01Z' }))).toBe('0a0408011000')
})
