import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { dialects } from '../dialect/dialect.ts'
import { builtinResources } from './builtin/resources.ts'
import { builtinType } from './builtin/types.ts'
import { canonical } from './canonical.ts'
import { decode } from './decode.ts'

const archive = fileURLToPath(new URL('../../../shared/cases/10-protobuf-goldens.tgz', import.meta.url))
const { spell } = dialects.k8s

/** Every object of the newest release in the archive, by file name. */
function goldens(): Map<string, string> {
  const pattern = 'api-testdata/HEAD/*.json'
  const names = execFileSync('tar', ['tzf', archive, '--wildcards', pattern], { encoding: 'utf8' }).trim().split('\n')
  // One extraction of all: the texts are told apart by how each ends, a brace in the first column.
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const
  const texts = execFileSync('tar', ['xzOf', archive, '--wildcards', pattern], options).split(/(?<=\n\})\n*(?=\{|$)/)
  return new Map(names.map((name, i) => [name.replace(/^.*\//, ''), texts[i] ?? '']))
}

describe.skipIf(!existsSync(archive))('objects of the real server', () => {
  it('are written in their byte order', () => {
    const texts = goldens()
    let compared = 0
    for (const { group, kind, versions } of builtinResources()) {
      for (const { version, type } of versions) {
        const text = texts.get(`${spell(group) || 'core'}.${version}.${kind}.json`)
        if (text === undefined) continue
        const golden: JsonObject = JSON.parse(text)
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
