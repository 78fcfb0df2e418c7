import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { builtinType, isBuiltinType } from '../schema/builtin/types.ts'
import { decode } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import { decodeMessage, decodeProtobuf, encodeProtobuf } from './protobuf.ts'

const archive = fileURLToPath(new URL('../../../shared/cases/10-protobuf-goldens.tgz', import.meta.url))

/** The files of an archive by path: headers of 512 bytes, contents padded to as many. */
function unpack(path: string): Map<string, Buffer> {
  const tar = execFileSync('gzip', ['-dc', path], { maxBuffer: 2 ** 28 })
  const text = (start: number, end: number) => tar.toString('latin1', start, end).replace(/\0.*$/s, '')
  const files = new Map<string, Buffer>()
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const [prefix, name] = [text(at + 345, at + 500), text(at, at + 100)]
    const size = parseInt(text(at + 124, at + 136), 8)
    files.set(prefix === '' ? name : `${prefix}/${name}`, tar.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

const PACKAGES: Readonly<Record<string, string>> = { internal: 'apiserverinternal' }

/** `rbac.authorization.k8s.io.v1.Role`: the first word of the group names the package. */
function typeOf(file: string): StructSchema | undefined {
  const [, group = '', version = '', kind = ''] = /^([^.]+).*?\.(v\w+)\.(\w+)$/.exec(file) ?? []
  const names = [`api.${PACKAGES[group] ?? group}.${version}.${kind}`, `apimachinery.pkg.apis.meta.v1.${kind}`]
  const name = names.find(isBuiltinType)
  return name === undefined ? undefined : builtinType(name)
}

describe.skipIf(!existsSync(archive))('objects of the real server', () => {
  const files = existsSync(archive) ? unpack(archive) : new Map<string, Buffer>()
  const counts: Record<string, number> = {}
  for (const [path, bytes] of files) {
    const [, release = '', file = ''] = /^api-testdata\/([^/]+)\/(.*?)(?:\.after_roundtrip)?\.pb$/.exec(path) ?? []
    const schema = typeOf(file)
    const json = files.get(path.replace(/\.pb$/, '.json'))?.toString()
    if (schema === undefined || json === undefined) continue
    counts[release] = (counts[release] ?? 0) + 1
    it(`${release} ${path.replace(/^.*\//, '')}`, () => {
      const { raw, ...typeMeta } = decodeProtobuf(bytes)
      const object = decodeMessage(schema, raw, typeMeta)
      const golden: JsonObject = JSON.parse(json)
      expect(JSON.stringify(object, null, 1)).toBe(JSON.stringify(decode(schema, golden).object, null, 1))
      // What an older release wrote, and this one does not know, is lost on the way.
      const expected = files.get(path.replace(/\.pb$/, '.after_roundtrip.pb')) ?? bytes
      expect(Buffer.from(encodeProtobuf(schema, object, typeMeta)).toString('hex')).toBe(expected.toString('hex'))
    })
  }

  // The others are of versions that release 1.30 serves no more.
  it('are there', () => expect(counts).toEqual({ HEAD: 107, 'v1.28.0': 108, 'v1.29.0': 101 }))
})
