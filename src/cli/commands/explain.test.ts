import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

const explain = async (...words: string[]): Promise<string> => (await run(['explain', ...words], {}, 'k8s')).stderr

test('refuses empty names inside a path', async () => {
  const first = 'error: invalid jsonpath syntax, first node must be field node\n'
  expect(await explain('configmaps.data..x')).toBe(first)
  expect(await explain('.configmaps')).toBe(first)
  expect(await explain('configmap..data')).toBe(first)
  expect(await explain('nope..data')).toContain(`the server doesn't have a resource type "nope"`)
  expect(await explain('configmaps..data', '--api-version=v1')).toBe(
    'error: invalid jsonpath syntax, all nodes must be field nodes\n',
  )
})

test('names an unknown version with the resource, or with the kind in the older layout', async () => {
  expect(await explain('configmaps', '--api-version=v9')).toContain('"/v9, Resource=configmaps"')
  expect(await explain('configmaps', '--api-version=v9', '--output=plaintext-openapiv2')).toContain(
    '"/v9, Kind=ConfigMap"',
  )
})

test('reads a path as JSONPath', async () => {
  const first = 'error: invalid jsonpath syntax, first node must be field node\n'
  for (const path of ['cm data', 'configmaps data', 'configmaps[0]', 'cm.*', '..'])
    expect([path, await explain(path)]).toEqual([path, first])
  expect(await explain('configmaps data', '--api-version=v1')).toBe(
    'error: invalid jsonpath syntax, all nodes must be field nodes\n',
  )
  expect(await explain('cm}')).toBe('error: must pass in 1 jsonpath string\n')
  expect(await explain('cm[x]')).toBe('error: invalid array index x\n')
  expect(await explain('cm "data')).toBe('error: unterminated quoted string\n')
  for (const path of ['', '.', '[0]'])
    expect(await explain(path)).toBe('error: a resource must be present, got: /, Resource=\n')
})

test('refuses a list of types with the fault of its path', async () => {
  expect(await explain('pods,services')).toBe("error: unrecognized character in action: U+002C ','\n")
})
