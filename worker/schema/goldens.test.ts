import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { dialects } from '../dialect/dialect.ts'
import { builtinResources } from './builtin/resources.ts'
import { builtinType } from './builtin/types.ts'
import { canonical } from './canonical.ts'
import { decode } from './decode.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

const { spell } = dialects.k8s

type Goldens = Record<string, { readonly json: JsonObject }>

describe('objects of the real server', () => {
  it('are written with the same bytes, also when their fields came in another order', () => {
    const { HEAD: goldens } = readRecording('tables', 'protobuf-objects') as Record<string, Goldens>
    let compared = 0
    for (const { group, kind, versions } of builtinResources()) {
      for (const { version, type } of versions) {
        const golden = goldens?.[`${spell(group) || 'core'}.${version}.${kind}`]?.json
        if (golden === undefined) continue
        const { object, faults } = decode(builtinType(type), golden)
        expect({ type, faults, json: JSON.stringify(object) }).toEqual({
          type,
          faults: [],
          json: JSON.stringify(golden),
        })
        expect(canonical(builtinType(type), object)).toBe(object)
        const shuffled = Object.fromEntries(Object.entries(golden).reverse())
        expect(JSON.stringify(canonical(builtinType(type), shuffled))).toBe(JSON.stringify(golden))
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(75)
  })
})
