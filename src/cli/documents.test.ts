import { describe, expect, it } from 'vitest'
import { objectsOf, requireItems, splitDocuments, typeFault } from './documents.ts'

async function read(text: string) {
  const failures: Error[] = []
  const names: (string | undefined)[] = []
  const objects = objectsOf('x.yaml', text, { failed: (failure) => void failures.push(failure) })
  for await (const { object } of objects) names.push(`${object.kind}/${object.metadata?.name}`)
  return { names, failures: failures.map(({ message }) => message) }
}

describe('objectsOf', () => {
  it('continues after a document without a kind', async () => {
    expect(
      await read('kind: A\nmetadata: {name: a}\n---\nb: c\n---\n# nothing\n---\nkind: D\nmetadata: {name: d}'),
    ).toEqual({
      names: ['A/a', 'D/d'],
      failures: [`unable to decode "x.yaml": Object 'Kind' is missing in '{"b":"c"}'`],
    })
  })

  it('gives items of a typed list the kind that the list implies', async () => {
    const { names } = await read('apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}')
    expect(names).toEqual(['ConfigMap/a'])
  })

  it.each([
    [
      'items: {a: b}',
      'unable to decode "x.yaml": json: cannot unmarshal object into Go struct field decodeList.items of type []json.RawMessage',
    ],
    [
      'items: [[], a]',
      'unable to decode "x.yaml": json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    ['items: [{kind: List, items: []}]', '*unstructured.Unstructured is not a list: no Items field in this object'],
  ])('refuses a list with %s', async (items, fault) => {
    const { names, failures } = await read(`apiVersion: v1\nkind: List\n${items}`)
    expect(names).toEqual([])
    expect(failures[0]).toContain(fault)
  })

  it.each([
    ['kind: 5\napiVersion: v1', "Object 'Kind' is missing in"],
    ['kind: A\napiVersion: a/b/c', "Object 'Kind' is missing in"],
    [
      'kind: A\napiVersion: 1',
      'json: cannot unmarshal number into Go struct field metadataOnlyObject.apiVersion of type string',
    ],
    ['[]', 'json: cannot unmarshal array into Go value of type unstructured.detector'],
    ['true', 'json: cannot unmarshal bool into Go value of type unstructured.detector'],
  ])('reads the type of a document as Go does: %s', async (text, fault) => {
    expect((await read(text)).failures[0]).toContain(fault)
  })
})

it('refuses a document or an item without an apiVersion when documents are read as Go structs', async () => {
  const read = async (text: string) => {
    let kind: string | undefined
    for await (const { object } of objectsOf('x.yaml', text, { typed: true })) kind = object.kind
    return kind
  }
  expect(await read('kind: A\napiVersion: v1')).toBe('A')
  await expect(read('kind: A')).rejects.toThrow(`Object 'apiVersion' is missing in '{"kind":"A"}'`)
  await expect(read('kind: List\napiVersion: v1\nitems: [{kind: A}]')).rejects.toThrow(
    `Object 'apiVersion' is missing in '{"kind":"A"}'`,
  )
  expect(await read('Kind: A\napiVersion: v1')).toBe('A')
  expect(await read('kind: List\napiVersion: v1\nitems: [{KIND: A, apiVersion: v1}]')).toBe('A')
  await expect(read('kind: List\napiVersion: v1\nitems: 5')).rejects.toThrow(
    'json: cannot unmarshal number into Go struct field List.items of type []runtime.RawExtension',
  )
  await expect(read('kind: List\napiVersion: v1\nitems: [5]')).rejects.toThrow(
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go value of type struct {",
  )
  await expect(read('kind: A\napiVersion: a/b/c')).rejects.toThrow('unexpected GroupVersion string: a/b/c')
  const prefix = "couldn't get version/kind; json parse error: json: cannot unmarshal"
  await expect(read('text')).rejects.toThrow(
    String.raw`${prefix} string into Go value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`,
  )
  await expect(read('{"kind": [], "apiVersion": 1}')).rejects.toThrow(
    `${prefix} array into Go struct field .kind of type string`,
  )
})

it('yields the items of inner lists of Go structs after the other items', async () => {
  const inner = '{kind: List, apiVersion: v1, items: [{kind: A, apiVersion: v1}]}'
  const text = `kind: List\napiVersion: v1\nitems: [${inner}, {kind: B, apiVersion: v1}]`
  const kinds: unknown[] = []
  for await (const { object } of objectsOf('x.yaml', text, { typed: true })) kinds.push(object.kind)
  expect(kinds).toEqual(['B', 'A'])
})

it('names the part of its type that an item lacks', () => {
  expect(typeFault({ apiVersion: 'v1' })).toContain("Object 'Kind' is missing in 'object has no kind field '")
  expect(typeFault({ kind: 'A' })).toContain("Object 'apiVersion' is missing in")
  expect(typeFault({ apiVersion: 'v1', kind: 'A' })).toBeUndefined()
})

it('validates the items of a list', () => {
  expect(() => requireItems({ items: [{ kind: 'A' }, {}] })).toThrow('apiVersion not set')
  expect(() => requireItems({ items: {} })).toThrow('invalid object to validate')
})

it('refuses text other than a comment after a document separator', () => {
  expect(splitDocuments('a\n--- # note\nb')).toEqual(['a\n', 'b\n'])
  expect(() => splitDocuments('a\n--- b')).toThrow('invalid Yaml document separator: b')
})
