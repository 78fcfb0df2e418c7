import { expect, test } from 'vitest'
import type { JsonObject } from '../../../worker/api/json.ts'
import { buildKustomization } from './build.ts'
import { filesOf } from './files.fixture.ts'

const map = (name: string, namespace = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${namespace && `, namespace: ${namespace}`}}\n`
const build = (top: string, files: Readonly<Record<string, string>> = {}) =>
  buildKustomization(
    filesOf({
      '/base/kustomization.yaml': 'resources: [r]',
      '/base/r': `${map('c')}---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {volumes: [{configMap: {name: c}}]}\n`,
      '/mid/kustomization.yaml': 'resources: [../base]\nnamePrefix: mid-',
      '/two/kustomization.yaml': 'resources: [r]',
      '/two/r': `${map('c', 'a')}---\n${map('c', 'b')}`,
      '/top/kustomization.yaml': top,
      ...files,
    }),
    '/top',
  )
const patch = (name: string, namespace = '') =>
  `patches: [{patch: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}","namespace":"${namespace}"},"data":{"x":"y"}}'}]`

test.each([
  ['c', ''],
  ['mid-c', ''],
])('a patch finds its object by the former or present name %s', async (name, namespace) => {
  const [first] = await build(`resources: [../mid]\n${patch(name, namespace)}`)
  expect(first).toMatchObject({ metadata: { name: 'mid-c' }, data: { x: 'y' } })
})

test('a patch changes the object of its namespace only', async () => {
  const objects = await build(`resources: [../two]\n${patch('c', 'b')}`)
  expect(objects.map(({ data, metadata }) => [metadata?.namespace, data])).toEqual([
    ['a', undefined],
    ['b', { x: 'y' }],
  ])
})

test.each([
  ['resources: [../two]', patch('c'), 'no matches for Id ConfigMap.v1.[noGrp]/c.'],
  ['resources: [../mid, ../base]', patch('c'), 'multiple matches for Id ConfigMap.v1.[noGrp]/c.'],
  [
    'resources: [../two]',
    'namespace: one',
    'namespace transformation produces ID conflict: [{"apiVersion":"v1","kind":"ConfigMap","metadata":{"annotations":{"internal.config.kubernetes.io/previousKinds":"ConfigMap","internal.config.kubernetes.io/previousNames":"c","internal.config.kubernetes.io/previousNamespaces":"a"},"name":"c","namespace":"one"}} {"apiVersion"',
  ],
])('refuses %s with %s', async (resources, line, fault) => {
  await expect(build(`${resources}\n${line}`)).rejects.toThrow(fault)
})

test('a patch file has one object', async () => {
  const files = { '/top/p': `${map('c')}---\n${map('d')}` }
  await expect(build('resources: [../base]\npatches: [{path: p}]', files)).rejects.toThrow(
    'unable to parse SM or JSON patch from [apiVersion: v1',
  )
})

const volumesOf = (objects: readonly object[]): unknown[] =>
  objects.filter((each) => 'spec' in each).map((each) => (each.spec as JsonObject).volumes)

test('references mean a renamed object before one whose name never changed', async () => {
  const named = [{ configMap: { name: 'mid-c' } }]
  expect(volumesOf(await build('resources: [../base, ../mid]'))).toEqual([named, named])
})

test('references mean the generated object whose name they have', async () => {
  const generating = { '/base/kustomization.yaml': 'resources: [p]\nconfigMapGenerator: [{name: c, literals: [a=b]}]' }
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {volumes: [{configMap: {name: c}}]}\n'
  const objects = await build('resources: [../mid, ../base]', { ...generating, '/base/p': pod })
  expect(volumesOf(objects)).toEqual([
    [{ configMap: { name: expect.stringMatching(/^mid-c-/) as string } }],
    [{ configMap: { name: expect.stringMatching(/^c-/) as string } }],
  ])
})
