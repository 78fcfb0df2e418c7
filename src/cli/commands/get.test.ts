import { expect, test } from 'vitest'
import { discoveryOf, failure, run } from '../command-line.fixture.ts'

const table = (...names: string[]) => ({
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata: { resourceVersion: '1' },
  columnDefinitions: [{ name: 'Name', type: 'string', format: 'name', priority: 0 }],
  rows: names.map((name) => ({ cells: [name], object: { kind: 'X', metadata: { name } } })),
})
const MAPS = '/api/v1/namespaces/default/configmaps'
const answers = {
  [`GET ${MAPS}`]: () => Response.json(table('b', 'a')),
  [`GET ${MAPS}/a`]: () => Response.json(table('a')),
  'GET /apis/apps/v1/namespaces/default/deployments': () => Response.json(table('d', 'c')),
}
const get = async (line: string) => {
  const { stdout, stderr } = await run(`get ${line}`, answers, 'k8s')
  return stdout + stderr
}

test('the rows of a list are sorted, and none is printed when one lacks a value at the path; the row of a single object is printed anyway', async () => {
  expect(await get('cm --sort-by=.metadata.name')).toBe('NAME\na\nb\n')
  expect(await get('cm --sort-by=.metadata.nope')).toBe('No resources found in default namespace.\n')
  expect(await get('cm a --sort-by=.metadata.nope')).toBe('NAME\na\n')
})

test('a watch prints its first table in the order of --sort-by', async () => {
  const watched = (path: string) => run(`get cm -w --sort-by=${path}`, answers, 'k8s')
  expect((await watched('.metadata.name')).stdout).toBe('NAME\na\nb\n')
  expect((await watched('.x')).stderr).toContain(
    'error: unable to output the provided object: couldn\'t find any field with path "{.x}" in the list of objects\n',
  )
})

test('several tables are sorted by a value of each table itself', async () => {
  expect(await get('cm,deploy --sort-by=.metadata.name')).toBe(
    'error: couldn\'t find any field with path "{.metadata.name}" in the list of objects\n',
  )
  expect(await get('cm,deploy --sort-by=.kind --no-headers')).toContain('deployment.apps/d\n')
})

test('an object of a file has no labels for a selector when it is read as a table', async () => {
  const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { x: 'y' } } })
  const lines = ['get -f a.json -l x=y', 'get -f a.json -l !x', 'get -f a.json -l x=y -o name']
  const printed = await Promise.all(lines.map((line) => run(line, answers, 'k8s', { 'a.json': manifest })))
  expect(printed.map(({ stdout }) => stdout.split('\n')[0])).toEqual(['', 'NAME', 'table.meta.k8s.io/<unknown>'])
})

const document = (kind: string, name?: string) => ({
  apiVersion: 'v1',
  kind,
  metadata: name === undefined ? {} : { name },
})
const missing = (name: string) =>
  failure(404, { code: 404, reason: 'NotFound', message: `configmaps "${name}" not found` })
const gone = { ...answers, [`GET ${MAPS}/x`]: missing('x'), [`GET ${MAPS}/y`]: missing('y') }

test('objects of one type share a table, also when an item of another type is unknown', async () => {
  const unknown = { apiVersion: 'x.io/v1', kind: 'Widget', metadata: { name: 'w' } }
  const list = {
    apiVersion: 'v1',
    kind: 'List',
    items: [document('ConfigMap', 'a'), unknown, document('ConfigMap', 'a')],
  }
  const { stdout } = await run('get -f a.json', answers, 'k8s', { 'a.json': JSON.stringify(list) })
  expect(stdout).toBe('NAME\na\na\n')
})

test('the failures of files are printed in the order of their documents', async () => {
  const file = [document('ConfigMap', 'x'), document('Nope', 'n'), document('ConfigMap', 'y')]
  const { stderr } = await run('get -f a.json', gone, 'k8s', {
    'a.json': file.map((each) => JSON.stringify(each)).join('\n'),
  })
  expect(stderr.split('\n').map((line) => line.slice(0, 40))).toEqual([
    'Error from server (NotFound): configmaps',
    'resource mapping not found for name: "n"',
    'ensure CRDs are installed first',
    'Error from server (NotFound): configmaps',
    '',
  ])
})

test('the failures of the items of one list are printed as one', async () => {
  const list = { apiVersion: 'v1', kind: 'List', items: [document('ConfigMap', 'x'), document('ConfigMap', 'y')] }
  const { stderr } = await run('get -f a.json', gone, 'k8s', { 'a.json': JSON.stringify(list) })
  expect(stderr).toBe('[configmaps "x" not found, configmaps "y" not found]\n')
})

test('an object of a file without a name is printed as it is', async () => {
  const { stdout, requests } = await run('get -f a.json', {}, 'k8s', {
    'a.json': JSON.stringify(document('ConfigMap')),
  })
  expect(stdout).toBe('NAME   AGE\n       <unknown>\n')
  expect(requests.filter(({ url }) => url.includes('configmaps'))).toEqual([])
})

test('get and describe print the fault of a kustomization without a prefix, and scale reports no objects', async () => {
  const files = { 'k/kustomization.yaml': 'resources: [none.yaml]' }
  for (const line of ['get -k k', 'describe -k k'])
    expect((await run(line, {}, 'k8s', files)).stderr).toMatch(/^(?!error: )/)
  expect((await run('scale -k k --replicas=1', {}, 'k8s', files)).stderr).toBe('error: no objects passed to scale\n')
})

test('an empty name and a selector beside --raw are refused', async () => {
  expect(await get('cm ')).toBe('error: resource name may not be empty\n')
  expect(await get('--raw=/version -l a=b')).toContain('--raw may not be specified with other flags')
})

test('a fault of sorting or printing follows the failures of the reads', async () => {
  const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
  const some = {
    [`GET ${MAPS}/a`]: () => Response.json(map('a')),
    [`GET ${MAPS}/b`]: failure(404, { code: 404, reason: 'NotFound', message: 'not found' }),
  }
  const sorted = await run(['get', 'cm', 'a', 'b', '-o', 'json', '--sort-by=.x'], some, 'k8s')
  expect(sorted.stderr.split('\n')).toHaveLength(3)
  expect(sorted.stderr).toContain(`\ncouldn't find any field with path "{.x}" in the list of objects\n`)
  const broken = await run(['get', 'cm', 'a', '-o', 'json', '--sort-by=.x[n]'], some, 'k8s')
  expect(broken.stderr).toBe('')
})

test('with --template, a format takes no argument after the equals sign', async () => {
  expect(await get('cm a --template=A:.metadata.name -o custom-columns')).toBe('A\n<none>\n')
  expect(await get('cm a --template=x -o jsonpath={.kind}')).toContain(
    'error: unable to match a printer suitable for the output format "jsonpath={.kind}"',
  )
})

test('prints watch events as JSON on one line each, and by name without their type', async () => {
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', managedFields: [] } }
  const answers = {
    'GET /api/v1/namespaces/default/configmaps': ({ url }: { url: string }) =>
      url.includes('watch=') ? new Response('') : Response.json({ kind: 'ConfigMapList', items: [map] }),
  }
  const watched = (format: string) => run(`get cm -w --output-watch-events -o ${format}`, answers)
  expect((await watched('json')).stdout).toBe(
    '{"type":"ADDED","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"managedFields":[],"name":"a"}}}\n',
  )
  expect((await watched('name')).stdout).toBe('configmap/a\n')
})

test('reads the object of a file before it refuses the namespace', async () => {
  const path = '/api/v1/namespaces/other/configmaps/one'
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one', namespace: 'other' } }
  const files = { 'a.yaml': JSON.stringify(object) }
  const line = 'get -f a.yaml -n default'
  const missing = failure(404, { code: 404, reason: 'NotFound', message: 'namespaces "other" not found' })
  const absent = { [`GET ${path}`]: missing, 'GET /api/v1/namespaces/other': missing }
  expect((await run(line, absent, 'k8s', files)).stderr).toBe(
    'Error from server (NotFound): namespaces "other" not found\n',
  )
  const misplaced =
    'error: the namespace from the provided object "other" does not match the namespace "default". You must pass \'--namespace=other\' to perform this operation.\n'
  const known = { [`GET ${path}`]: () => Response.json(object) }
  for (const more of ['', ' -o yaml']) expect((await run(line + more, known, 'k8s', files)).stderr).toBe(misplaced)
})

test('sends an object whose kind is in small letters', async () => {
  const object = { apiVersion: 'v1', kind: 'configmap', metadata: { name: 'one' } }
  const path = 'POST /api/v1/namespaces/default/configmaps'
  const refused = { [path]: failure(400, { code: 400, reason: 'BadRequest', message: 'no' }) }
  const { stderr } = await run('create -f a.yaml', refused, 'k8s', { 'a.yaml': JSON.stringify(object) })
  expect(stderr).toBe('Error from server (BadRequest): error when creating "a.yaml": no\n')
})

test('with --all-namespaces, types after a namespaced type keep the column of namespaces', async () => {
  const all = {
    'GET /api': discoveryOf('', ['ConfigMap', 'Node']),
    'GET /api/v1/configmaps': () => Response.json(table('a')),
    'GET /api/v1/nodes': () => Response.json(table('n')),
  }
  const printed = async (types: string) => (await run(`get ${types} -A`, all, 'k8s')).stdout.replaceAll(/ +/g, ' ')
  expect(await printed('configmaps,nodes')).toBe('NAMESPACE NAME\n configmap/a\n\nNAMESPACE NAME\n node/n\n')
  expect(await printed('nodes,configmaps')).toBe('NAME\nnode/n\n\nNAMESPACE NAME\n configmap/a\n')
})

test('with --server-print=false, an empty list adds neither a type nor a scope', async () => {
  const list = (...items: object[]) => Response.json({ kind: 'List', apiVersion: 'v1', metadata: {}, items })
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
  const all = {
    'GET /api': discoveryOf('', ['ConfigMap', 'Node']),
    'GET /api/v1/namespaces/default/configmaps': () => list(map),
    'GET /api/v1/nodes': () => list(),
  }
  const printed = async (types: string) => {
    const { stdout, stderr } = await run(`get ${types} --server-print=false`, all, 'k8s')
    return (stdout + stderr).replaceAll(/ +/g, ' ')
  }
  expect(await printed('configmaps,nodes')).toBe('NAME AGE\na <unknown>\n')
  expect(await printed('nodes')).toBe('No resources found in default namespace.\n')
})

test('reads a type that a comma repeats as one word beside a name', async () => {
  expect(await get('cm,cm/a')).toBe('error: the server doesn\'t have a resource type "cm,cm"\n')
  expect(await get('cm,deploy/a')).toBe('error: arguments in resource/name form must have a single resource and name\n')
})

test('refuses to watch several objects, by the number of the files that contain them', async () => {
  const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
  const served = Object.fromEntries(
    ['a', 'b'].map((name) => [`GET /api/v1/namespaces/default/configmaps/${name}`, () => Response.json(map(name))]),
  )
  const files = {
    'a.json': JSON.stringify(map('a')),
    'b.json': JSON.stringify(map('b')),
    'two.json': `${JSON.stringify(map('a'))}\n${JSON.stringify(map('b'))}`,
    'bad.json': '{"data":{}}',
  }
  const refusal = async (line: string) => (await run(`get ${line} -w`, served, 'k8s', files)).stderr
  expect(await refusal('-f a.json -f b.json')).toBe(
    'error: you may only watch a single resource or type of resource at a time\n',
  )
  expect(await refusal('-f two.json')).toBe(
    'error: watch is only supported on individual resources and resource collections - 2 resources were found\n',
  )
  expect(await refusal('-f bad.json')).toContain("Object 'Kind' is missing")
})

test('logs that a table printer gets no table, except for formats that kubectl prints without one', async () => {
  const map = () => Response.json({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } })
  const logged = async (output: string) => {
    const line = `get cm a -v=2 -o ${output}`
    return (await run(line, { 'GET /api/v1/namespaces/default/configmaps/a': map }, 'k8s')).stderr
  }
  for (const output of ['name', 'go-template={{.kind}}'])
    expect(await logged(output)).toContain('Unable to decode server response into a Table')
  for (const output of ['yaml', 'json', 'jsonpath={.kind}', 'custom-columns=K:.kind'])
    expect(await logged(output)).toBe('')
})

test('prints the headers of a file of columns in spite of --no-headers, and reads no line of a directory', async () => {
  const answers = { 'GET /api/v1/namespaces/default/configmaps/a': () => Response.json({ metadata: { name: 'a' } }) }
  const files = { 'd/columns': 'N\n.metadata.name\n' }
  const line = 'get cm a --no-headers -o custom-columns-file='
  expect((await run(`${line}d/columns`, answers, 'k8s', files)).stdout).toBe('N\na\n')
  expect((await run(`${line}d`, answers, 'k8s', files)).stderr).toContain(
    'error: invalid template, missing header line.',
  )
})
