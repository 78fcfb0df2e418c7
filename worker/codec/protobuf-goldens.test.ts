import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { builtinType, isBuiltinType } from '../schema/builtin/types.ts'
import { decode } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import { decodeMessage, decodeProtobuf, encodeProtobuf } from './protobuf.ts'
import { readRecording } from '../../tests/recordings/archive.ts'
import { fromForgivingBase64, toHex } from '../runtime/bytes.ts'

/** The encodings of objects in each release, by release and then by group, version and kind. */
type Recorded = Record<string, Record<string, { readonly json: JsonObject; readonly protobuf: string }>>

const AFTER_ROUND_TRIP = '.after_roundtrip'

const PACKAGES: Readonly<Record<string, string>> = { internal: 'apiserverinternal' }

/**
 * Returns the schema of a recorded object from its name, such as `rbac.authorization.k8s.io.v1.Role`. The first word of the group
 * is the package. Returns undefined when no such type is served.
 */
function typeOf(file: string): StructSchema | undefined {
  const [, group = '', version = '', kind = ''] = /^([^.]+).*?\.(v\w+)\.(\w+)$/.exec(file) ?? []
  const names = [`api.${PACKAGES[group] ?? group}.${version}.${kind}`, `apimachinery.pkg.apis.meta.v1.${kind}`]
  const name = names.find(isBuiltinType)
  return name === undefined ? undefined : builtinType(name)
}

describe('objects of the real server', () => {
  const releases = readRecording('tables', 'protobuf-objects') as Recorded
  const counts: Record<string, number> = {}
  for (const [release, objects] of Object.entries(releases)) {
    for (const [name, { json, protobuf }] of Object.entries(objects)) {
      const schema = typeOf(name.replace(AFTER_ROUND_TRIP, ''))
      if (schema === undefined) continue
      counts[release] = (counts[release] ?? 0) + 1
      it(`${release} ${name}`, () => {
        const { raw, ...typeMeta } = decodeProtobuf(fromForgivingBase64(protobuf))
        const object = decodeMessage(schema, raw, typeMeta)
        expect(JSON.stringify(object, null, 1)).toBe(JSON.stringify(decode(schema, json).object, null, 1))
        // Decoding drops the fields of an older release that 1.30 removed.
        const expected = objects[`${name}${AFTER_ROUND_TRIP}`]?.protobuf ?? protobuf
        const written = encodeProtobuf(schema, object, typeMeta)
        expect(toHex(written)).toBe(toHex(fromForgivingBase64(expected)))
      })
    }
  }

  // The other recorded objects have versions that release 1.30 no longer serves.
  it('cover every served kind of each release', () =>
    expect(counts).toEqual({ HEAD: 107, 'v1.28.0': 108, 'v1.29.0': 101 }))
})
