import { expect, it } from 'vitest'
import { failure, openWatch, run } from '../command-line.fixture.ts'

it('warns that a namespace does not limit cluster-scoped objects', async () => {
  const nodes = {
    resource: 'nodes',
    singularResource: 'node',
    responseKind: { kind: 'Node' },
    scope: 'Cluster',
    verbs: ['delete'],
  }
  const versions = [{ version: 'v1', resources: [nodes] }]
  const answers = {
    'GET /api': () => Response.json({ kind: 'APIGroupDiscoveryList', items: [{ metadata: {}, versions }] }),
  }
  const { stdout, stderr } = await run('delete nodes a b -n other --dry-run=client', answers, 'k8s')
  expect(stderr).toBe('Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n')
  expect(stdout).toContain('node "b" deleted (dry run)')
})

it('refuses --now with --force, which asks for another grace period', async () => {
  const { stderr } = await run('delete cm one --now --force', {}, 'k8s')
  expect(stderr).toBe('error: --force and --grace-period greater than 0 cannot be specified together\n')
})

it('prints the fault of a file without a prefix when it ignored missing objects of the file', async () => {
  const map = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"}}'
  const missing = failure(404, { code: 404, reason: 'NotFound', message: 'configmaps "one" not found' })
  const answers = { 'DELETE /api/v1/namespaces/default/configmaps/one': missing }
  const { stderr } = await run('delete -f a.json --ignore-not-found', answers, 'k8s', { 'a.json': `${map}\n{]` })
  expect(stderr).toMatch(/^(?!error: )/)
})

it('reports an unknown --cascade once, before it reads files', async () => {
  const { stderr } = await run('delete -f a.json -f b.json --cascade=x', {}, 'k8s')
  expect(stderr).toBe('error: invalid cascade value (x). Must be "background", "foreground", or "orphan"\n')
})

it('reports a deprecated --cascade once for several objects', async () => {
  const answers = {
    'DELETE /api/v1/namespaces/default/configmaps/one': () => Response.json({ kind: 'Status' }),
    'DELETE /api/v1/namespaces/default/configmaps/two': () => Response.json({ kind: 'Status' }),
  }
  const { stderr } = await run('delete cm one two --cascade=false --wait=false', answers, 'k8s')
  expect(stderr.match(/deprecated/g)).toHaveLength(1)
})

it('ignores missing objects of files that a selector filters', async () => {
  const map = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","labels":{"a":"b"}}}'
  const missing = failure(404, { code: 404, reason: 'NotFound', message: 'configmaps "one" not found' })
  const path = '/api/v1/namespaces/default/configmaps/one'
  const answers = { [`DELETE ${path}`]: missing, [`GET ${path}`]: missing }
  const { stderr, code } = await run('delete -f a.json -l a=b', answers, 'k8s', { 'a.json': map })
  expect([stderr, code]).toEqual(['', 0])
})

it('refuses an empty name', async () => {
  const { stderr } = await run(['delete', 'cm', ''], {}, 'k8s')
  expect(stderr).toBe('error: resource name may not be empty\n')
})

it.each([
  ['delete cm -o yaml', 'error: resource(s) were provided, but no name was specified\n'],
  ['delete nope/x -o yaml', `error: the server doesn't have a resource type "nope"\n`],
  ['delete cm a -o yaml', "error: unexpected -o output mode: yaml. We only support '-o name'\n"],
  ['delete --raw=/api -o name', 'error: --raw and --output are mutually exclusive\n'],
])('%s is refused for its first fault', async (line, text) => {
  expect((await run(line, {}, 'k8s')).stderr).toBe(text)
})

it('refuses the answer to a dry run whose object is already being deleted, because the answer has no kind', async () => {
  const answers = {
    'DELETE /api/v1/namespaces/default/configmaps/one': () => Response.json({ metadata: { creationTimestamp: null } }),
  }
  const { stdout, stderr } = await run('delete cm one --dry-run=server', answers, 'k8s')
  expect({ stdout, stderr }).toEqual({
    stdout: '',
    stderr: `error: Object 'Kind' is missing in '{"metadata":{"creationTimestamp":null}}\n'\n`,
  })
})

it('with -A, delete and describe refuse an object of a file without a namespace, except in a dry run', async () => {
  const file = { 'a.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"}}' }
  const why = 'an empty namespace may not be set when a resource name is provided\n'
  expect((await run('delete -f a.json -A', {}, 'k8s', file)).stderr).toBe(`error: error when deleting "a.json": ${why}`)
  expect((await run('describe -f a.json -A', {}, 'k8s', file)).stderr).toBe(`error: ${why}`)
  expect((await run('delete -f a.json -A --dry-run=client', {}, 'k8s', file)).stdout).toBe(
    'configmap "one" deleted (dry run)\n',
  )
})

it('ignores a type that was removed when it deletes all objects', async () => {
  const gone = failure(404, { code: 404, reason: 'NotFound', message: 'gone' })
  const { stdout, stderr } = await run('delete cm --all', { 'GET /api/v1/namespaces/default/configmaps': gone })
  expect({ stdout, stderr }).toEqual({ stdout: 'No resources found\n', stderr: '' })
})

it('waits for an object that is already gone, as kubectl does', async () => {
  const missing = failure(404, { reason: 'NotFound', message: 'gone' })
  const at = '/api/v1/namespaces/default/configmaps/a'
  const { code, requests } = await run(
    'delete cm a --ignore-not-found',
    { [`DELETE ${at}`]: missing, [`GET ${at}`]: missing },
    'k8s',
  )
  expect(code).toBe(0)
  expect(requests.map(({ method }) => method).slice(-2)).toEqual(['DELETE', 'GET'])
})

const removed = () => Response.json({ kind: 'Status', details: { uid: 'u' } })
const heldMap = () => Response.json({ metadata: { uid: 'u' } })
const MAPS = '/api/v1/namespaces/default/configmaps'

it('stops waiting at the first object that stays', async () => {
  const answers = {
    [`DELETE ${MAPS}/one`]: removed,
    [`DELETE ${MAPS}/two`]: removed,
    [`GET ${MAPS}/one`]: heldMap,
    [`GET ${MAPS}/two`]: heldMap,
    [`GET ${MAPS}`]: ({ url }: { readonly url: string }) =>
      url.includes('watch=true')
        ? openWatch()
        : Response.json({ metadata: { resourceVersion: '1' }, items: [{ metadata: { uid: 'u' } }] }),
  }
  const { stdout, stderr } = await run('delete cm one two --timeout=1ms', answers, 'k8s')
  expect(stdout).toBe('configmap "one" deleted\nconfigmap "two" deleted\n')
  expect(stderr).toBe('error: timed out waiting for the condition on configmaps/one\n')
})

it.each([
  ['Forbidden', 403],
  ['MethodNotAllowed', 405],
])('does not wait when the server answers a read with %s', async (reason, code) => {
  const answers = {
    [`DELETE ${MAPS}/one`]: removed,
    [`DELETE ${MAPS}/two`]: removed,
    [`GET ${MAPS}/one`]: failure(code, { code, reason, message: 'no' }),
  }
  const { stderr, code: exit, requests } = await run('delete cm one two', answers, 'k8s')
  expect([stderr, exit]).toEqual(['', 0])
  expect(requests.some(({ method, url }) => method === 'GET' && url.includes('/two'))).toBe(false)
})

it.each([
  ['y', true],
  ['\n Y more', true],
  ['yes', false],
  ['', false],
])('requests a confirmation; the answer %j', async (text, isConfirmed) => {
  const files = { '/dev/stdin': text }
  const { stdout } = await run('delete cm one -i --wait=false', { [`DELETE ${MAPS}/one`]: removed }, 'k8s', files)
  expect(stdout).toBe(
    `You are about to delete the following 1 resource(s):\nconfigmap/one\nDo you want to continue? (y/n): ${isConfirmed ? 'configmap "one" deleted' : 'deletion is cancelled'}\n`,
  )
})

it('requests no confirmation when it finds no object or cannot read a document', async () => {
  const empty = { [`GET ${MAPS}`]: () => Response.json({ items: [] }) }
  expect((await run('delete cm -l a=b -i', empty, 'k8s')).stdout).toBe('No resources found\n')
  const map = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"}}'
  const files = { 'a.json': `${map}\n{]`, '/dev/stdin': 'y\n' }
  const { stdout, stderr, requests } = await run('delete -f a.json -i', {}, 'k8s', files)
  expect(stdout).toBe('')
  expect(stderr).not.toBe('')
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([])
})

it('refuses --interactive with --raw, and ignores a selector there', async () => {
  expect((await run('delete --raw=/x -i', {}, 'k8s')).stderr).toBe('error: --interactive can not be used with --raw\n')
  const answers = { 'DELETE /x': () => new Response('done') }
  const { stdout } = await run('delete --raw=/x -f a.json -l a=b', answers, 'k8s', { 'a.json': '{}' })
  expect(stdout).toBe('done')
})
