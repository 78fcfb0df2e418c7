import { expect, test } from 'vitest'
import { buildKustomization } from './build.ts'
import { filesOf, pod } from './files.fixture.ts'
import { resourceObjects } from './resource-files.ts'

const named = (name: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\n`
const namesOf = async (text: string): Promise<unknown[]> =>
  (await resourceObjects('f', text)).map(({ metadata }) => metadata?.name)

test('reads the documents of a resource file, and the items of its lists after the other objects', async () => {
  const item = '{apiVersion: v1, kind: Pod, metadata: {name: i}}'
  const list = `kind: PodList\nitems: [${item}, null, {kind: List, items: [${item}]}]\n`
  expect(await namesOf(`---\n${named('a')}---\n${list}--- # next\n${named('b')}`)).toEqual(['a', 'b', 'i', 'i'])
  expect(await namesOf('kind: PodList\nitems: null\n')).toEqual([])
})

test('keeps labels that are not texts', async () => {
  const [object] = await resourceObjects('f', 'kind: Pod\nmetadata: {name: a, labels: {b: 1}}\n')
  expect(object?.metadata?.labels).toEqual({ b: 1 })
})

test.each([
  ['a: [\n', 'MalformedYAMLError: yaml: line 1: did not find expected node content in File: f'],
  [`${named('a')}--- text\n${named('b')}`, 'invalid document separator: --- text'],
  ['kind: List\nitems: [{a: b}]\n', 'missing Resource metadata'],
  ['kind: PodList\nitems: text\n', 'expected array in PodList/items, but found string'],
  ['kind: PodList\nitems: {}\n', 'expected array in PodList/items, but found map[string]interface {}'],
  ['kind: PodList\nitems: 1.5\n', 'expected array in PodList/items, but found float64'],
  ['kind: Pod\nmetadata: text\n', 'missing metadata.name in object {{ Pod} {{ } map[] map[]}}'],
])('refuses the resource file %j', async (text, fault) => {
  await expect(resourceObjects('f', text)).rejects.toThrow(fault)
})

const MALFORMED = 'yaml: line 1: did not find expected node content'

test.each([
  ['resources: [bad]', `accumulating resources: accumulating resources from 'bad': MalformedYAMLError: ${MALFORMED}`],
  ['resources: [../base]', `path '/base': accumulating resources: accumulating resources from 'bad': MalformedYAML`],
  ['transformers: [bad]', `accumulating resources from 'bad': MalformedYAMLError: ${MALFORMED} in File: bad`],
  ['generators: [bad]', "loading generator plugins: accumulating resources from 'bad': MalformedYAMLError: "],
  ['generators: [none]', "loading generator plugins: accumulation err='accumulating resources from 'none': "],
  ['generators: [pod]', 'loading generator plugins: failed to load generator: external plugins disabled; '],
  ['configurations: [bad]', `error converting YAML to JSON: ${MALFORMED}`],
  ['replacements: [{path: bad}]', `\nReplacements:\n- path: bad\n\`: error converting YAML to JSON: ${MALFORMED}`],
  ['patchesStrategicMerge: [bad]', `\npaths:\n- bad\n\`: MalformedYAMLError: ${MALFORMED} in File: bad`],
  ['patchesStrategicMerge: ["a: [\\n"]', 'evalsymlink failure'],
  ['patchesJson6902: [{path: bad, target: {name: p}}]', `target:\n  name: p\n\`: ${MALFORMED}`],
])('reports a file of %s that is not YAML', async (line, fault) => {
  const files = filesOf({
    '/k/kustomization.yaml': `${line}\n${line.startsWith('resources') ? '' : 'resources: [pod]\n'}`,
    '/k/pod': pod('{}'),
    '/k/bad': 'a: [\n',
    '/base/kustomization.yaml': 'resources: [bad]\n',
    '/base/bad': 'a: [\n',
  })
  await expect(buildKustomization(files, '/k')).rejects.toThrow(fault)
})
