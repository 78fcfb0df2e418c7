import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isObject, type JsonObject } from '../api/json.ts'
import { knownPart } from '../api/known-part.ts'
import { StatusError } from '../api/status.ts'
import { readJson } from '../codec/json-reader.ts'
import { storedEncoding } from '../codec/encode.ts'
import { decode } from '../schema/decode.ts'
import { DecodeError } from '../schema/decode-error.ts'
import { KnownParts } from './known-parts.ts'
import { plain, testCluster } from './verbs-fixture.ts'

const TOKEN = 'kube-api-access-'

describe('KnownParts', () => {
  const part = (name: string, image = 'i'): JsonObject => ({ v: [{ name }], c: [{ image, m: [name] }], n: 1 })
  const kept = (name: string): KnownParts => {
    const parts = new KnownParts(TOKEN)
    // A part is kept when it is seen for the second time.
    for (let i = 0; i < 2; i++) parts.keep(part(name), part(name))
    return parts
  }

  it('returns the kept part for an equal part, and undefined for any other', () => {
    const parts = kept('x')
    const equal = parts.recognise(part('x'))
    expect(equal).toEqual(part('x'))
    expect(parts.recognise(part('x'))).toBe(equal)
    expect([equal && knownPart(equal)?.text(), knownPart({ ...equal })]).toEqual([JSON.stringify(part('x')), undefined])
    expect(parts.recognise(part('x', 'j'))).toBeUndefined()
  })

  it('recognises a part with another generated name, but none with a name that the server would not generate', () => {
    const parts = kept(`${TOKEN}bbbbb`)
    expect(parts.recognise(part(`${TOKEN}ccccc`))).toEqual(part(`${TOKEN}ccccc`))
    for (const other of [`${TOKEN}aaaaa`, `${TOKEN}cccc`, 'kube-api-accessxccccc', `${TOKEN}ccccc`.toUpperCase()])
      expect(parts.recognise(part(other))).toBeUndefined()
    expect(parts.recognise({ ...part(`${TOKEN}ccccc`), v: [{ name: `${TOKEN}bbbbb` }] })).toBeUndefined()
  })

  it('recognises no part whose generated name occurs in another text', () => {
    const withText = (name: string, text: string): JsonObject => ({ ...part(name), text })
    const parts = new KnownParts(TOKEN)
    for (let i = 0; i < 2; i++)
      parts.keep(withText(`${TOKEN}bbbbb`, `is ${TOKEN}ccccc`), withText(`${TOKEN}bbbbb`, `is ${TOKEN}ccccc`))
    expect(parts.recognise(withText(`${TOKEN}ddddd`, `is ${TOKEN}ccccc`))).toBeDefined()
    expect(parts.recognise(withText(`${TOKEN}ccccc`, `is ${TOKEN}ccccc`))).toBeUndefined()
    for (let i = 0; i < 2; i++)
      parts.keep(withText(`${TOKEN}bbbbb`, `${TOKEN}bbbbb.`), withText(`${TOKEN}bbbbb`, `${TOKEN}bbbbb.`))
    expect(parts.recognise(withText(`${TOKEN}ddddd`, `${TOKEN}bbbbb.`))).toBeUndefined()
  })

  it('keeps no part whose texts or keys exceed 32 KiB, and does not read such a part to its end', () => {
    const read: string[] = []
    const withEnd = (size: number): JsonObject =>
      Object.defineProperty<JsonObject>({ a: ['x'.repeat(size)] }, 'end', {
        enumerable: true,
        get: () => void read.push(`end after ${size}`),
      })
    const parts = new KnownParts(TOKEN)
    for (const size of [32 * 1024 + 1, 100]) for (let i = 0; i < 2; i++) parts.keep({ size }, withEnd(size))
    expect(new Set(read)).toEqual(new Set(['end after 100']))
    expect([parts.recognise({ size: 32 * 1024 + 1 }), parts.recognise({ size: 100 })]).toEqual([
      undefined,
      { a: ['x'.repeat(100)] },
    ])
    const keys = { [`k${'x'.repeat(32 * 1024)}`]: 1 }
    for (let i = 0; i < 2; i++) parts.keep(keys, keys)
    expect(parts.recognise(keys)).toBeUndefined()
  })

  it('keeps only parts 2, 4, 8 and so on when the parts differ each time', () => {
    const parts = new KnownParts(TOKEN)
    const name = (i: number): string => String(1000 + i)
    for (let i = 0; i < 100; i++) parts.keep(part(name(i)), part(name(i)))
    const known = Array.from({ length: 100 }, (_, i) => parts.recognise(part(name(i))) !== undefined)
    expect(known.flatMap((isKnown, i) => (isKnown ? [i] : []))).toEqual([1, 3, 7, 15, 31, 63])
  })
})

/** Specs of pods as clients may write them. The test replaces `@` with the generated characters of the name of a token volume. */
const SPECS: readonly string[] = [
  '"containers":[{"name":"c","image":"i","ports":[{"containerPort":80}],"env":[{"name":"A","value":"b"}]}]',
  '"containers":[{"image":"i","name":"c","env":[{"name":"A","value":"b"}]}],"hostNetwork":true,"bogus":{"a":null}',
  `"volumes":[{"name":"${TOKEN}@","projected":{"sources":[]}}],"containers":[{"name":"c","image":"i","volumeMounts":[{"name":"${TOKEN}@","mountPath":"/v"}]}]`,
  `"volumes":[{"name":"${TOKEN}@","emptyDir":{}}],"containers":[{"name":"c","image":"i","args":["${TOKEN}bbbbb"],"volumeMounts":[{"name":"${TOKEN}ccccc","mountPath":"/v"}]}]`,
  '"containers":[{"name":"c","image":"i"}],"terminationGracePeriodSeconds":1e1,"nodeSelector":{"__proto__":"a","constructor":"b"}',
  '"containers":[{"name":"c","image":"i"}],"terminationGracePeriodSeconds":10.0,"activeDeadlineSeconds":null,"tolerations":[]',
  '"containers":[{"name":"c","image":"i","name":"d"}],"Containers":[],"nodeSelector":{"10":"a","9":"b"}',
  '"containers":[{"name":"c","image":" bad "}]',
  '"containers":[{"name":"c","image":"i","resources":{"limits":{"cpu":"1.5","memory":"0.5"}}},{"name":"c","image":"i"}]',
  '"containers":[{"name":"c","image":"i","resources":{"limits":{"memory":"0.5"}}}],"imagePullSecrets":[{}]',
  `"containers":[{"name":"c","image":"i","args":["${'<&>'.repeat(400)}"]}],"schedulingGates":[{"name":"g"}]`,
  '"volumes":[{"name":"v","ephemeral":{"volumeClaimTemplate":{"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1"}}}}}}],"containers":[{"name":"c","image":"i"}]',
]

/** Generates lists of pods whose specs are taken from at most two of `SPECS`. */
const bodies = fc.tuple(fc.constantFrom(...SPECS), fc.constantFrom(...SPECS)).chain((specs) =>
  fc.array(
    fc.record({
      spec: fc.constantFrom(...specs),
      name: fc.constantFrom('bbbbb', 'ccccc', 'aaaaa'),
      metadata: fc.constantFrom('', '"labels":{"a":"1"},', '"annotations":{"x":"y"},', '"labels":{"a":"not valid!"},'),
    }),
    { minLength: 4, maxLength: 12 },
  ),
)

type Bodies = typeof bodies extends fc.Arbitrary<infer Value> ? Value : never

/** Creates pods one after the other. Returns the stored texts, the refusals and all warnings. */
async function answers(all: Bodies): Promise<string[]> {
  const { verbs, target, caller, store, warnings } = await testCluster()
  const pods = target('pods')
  const out: string[] = []
  for (const [i, { spec, name, metadata }] of all.entries()) {
    const text = `{"kind":"Pod","apiVersion":"v1","metadata":{${metadata}"name":"p${i}"},"spec":{${spec.replaceAll('@', name)}}}`
    try {
      const { value, spelling } = readJson(text)
      await verbs.create(pods, caller, decode(pods.version.schema, value, { spelling }).object, plain)
      const stored = store.get({ resource: 'pods', namespace: 'default', name: `p${i}` })
      const { before, after } = storedEncoding.encode(stored?.object ?? {})
      out.push(before + after, String(stored?.isSound))
    } catch (error) {
      if (!(error instanceof StatusError || error instanceof DecodeError)) throw error
      out.push(error.message)
    }
  }
  return [...out, ...warnings]
}

describe('a new object with a known spec', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('is stored, refused and warned about as an object whose spec is validated', async () => {
    let recognised = 0
    await fc.assert(
      fc.asyncProperty(bodies, async (all) => {
        const recognise = vi.spyOn(KnownParts.prototype, 'recognise')
        const known = await answers(all)
        recognised += recognise.mock.results.filter(({ value }) => isObject(value)).length
        recognise.mockReturnValue(undefined)
        const validated = await answers(all)
        recognise.mockRestore()
        expect(known).toEqual(validated)
      }),
      { numRuns: 20, seed: 5 },
    )
    expect(recognised).toBeGreaterThan(10)
  }, 120_000)

  it('shares its spec with the earlier object that has the kept spec', async () => {
    const { create, store } = await testCluster()
    const specs = []
    for (const name of ['a', 'b', 'c', 'd']) {
      await create('pods', {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { name },
        spec: { containers: [{ name: 'c', image: 'i' }] },
      })
      specs.push(store.get({ resource: 'pods', namespace: 'default', name })?.object['spec'])
    }
    expect(specs[3]).toBe(specs[2])
    expect(specs[2]).toEqual(specs[0])
  })
})
