import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'
import { textMap } from './text-map.ts'

test('reads a map as a whole', () => {
  expect(textMap({ a: '1', b: '' })).toEqual({ a: '1', b: '' })
  expect(textMap({})).toEqual({})
  for (const map of [{ a: '1', b: null }, { a: 1 }, null, undefined, ['a']]) expect(textMap(map)).toBeUndefined()
})

const metadata = { name: 'one', labels: { a: null, b: '1' }, annotations: { c: null, d: '1' } }
const files = { 'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata }) }
const printed = async (line: string) => (await run(line, {}, 'k8s', files)).stdout

test('a null among labels or annotations of a file hides the others', async () => {
  expect(await printed('label -f a.json --local b=2 -o jsonpath={.metadata.labels}')).toBe('{"b":"2"}')
  expect(await printed('annotate -f a.json --local d=2 -o jsonpath={.metadata.annotations}')).toBe('{"d":"2"}')
  expect(await printed('label -f a.json --local --list')).toBe('')
  const saved = await printed('create -f a.json --save-config --validate=false --dry-run=client -o json')
  const { annotations } = (JSON.parse(saved) as { metadata: typeof metadata }).metadata
  expect(Object.entries(annotations)).toEqual([
    [
      'kubectl.kubernetes.io/last-applied-configuration',
      expect.stringContaining('"metadata":{"annotations":{},"labels":{"a":null,"b":"1"},') as string,
    ],
  ])
  expect(await printed('delete -f a.json -l b=1 --dry-run=client')).toBe('No resources found\n')
})
