import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

test('apply prints a list in JSON with the fields of the list in the order of the Go struct', async () => {
  const maps = '/api/v1/namespaces/default/configmaps'
  const manifest = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
  const files = { 'a.json': ['a', 'b'].map((name) => JSON.stringify(manifest(name))).join('\n') }
  const answers = Object.fromEntries(
    ['a', 'b'].map((name) => [`PATCH ${maps}/${name}`, () => Response.json(manifest(name))]),
  )
  const line = 'apply -f a.json --server-side --validate=false -o json'
  const { stdout } = await run(line, answers, 'k8s', files)
  expect(
    stdout
      .match(/^ {4}"\w+|^ {12}"\w+/gm)
      ?.map((text) => text.trim().slice(1))
      .slice(0, 7),
  ).toEqual(['kind', 'apiVersion', 'metadata', 'items', 'apiVersion', 'kind', 'metadata'])
})
