import { expect, test } from 'vitest'
import { failure, openWatch, run } from '../command-line.fixture.ts'

const WEB = '/apis/apps/v1/namespaces/default/deployments/web'
const web = (image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default', uid: 'u' },
  spec: { template: { spec: { containers: [{ name: 'c', image }] } } },
})

test('a forced replacement names the deleted type, and no file in the error of its create', async () => {
  const files = { 'web.json': JSON.stringify(web('x')) }
  const gone = {
    [`DELETE ${WEB}`]: () => Response.json({ kind: 'Status', details: { uid: 'u' } }),
    [`GET ${WEB}`]: failure(404, { reason: 'NotFound', message: 'no "web"' }),
    'POST /apis/apps/v1/namespaces/default/deployments': failure(403, { reason: 'Forbidden', message: 'full' }),
  }
  const { stdout, stderr, requests } = await run('replace --force --grace-period=0 -f web.json', gone, 'k8s', files)
  expect({ stdout, stderr }).toEqual({
    stdout: 'deployment.apps "web" deleted\n',
    stderr: 'Error from server (Forbidden): full\n',
  })
  const deletion = requests.find(({ method }) => method === 'DELETE')
  expect(deletion?.body).toBe('{"propagationPolicy":"Background","gracePeriodSeconds":1}')
  expect((await run('replace --timeout=1s -f web.json', gone, 'k8s', files)).stderr).toBe(
    'error: --timeout must have --force specified\n',
  )
})

test('a forced replacement looks for the removed object, its namespace and the schemas only for the log', async () => {
  const files = { 'web.json': JSON.stringify({ ...web('x'), metadata: { name: 'web', namespace: 'shop' } }) }
  const at = '/apis/apps/v1/namespaces/shop/deployments'
  const gone = {
    [`DELETE ${at}/web`]: () => Response.json({ kind: 'Status', details: { uid: 'u' } }),
    [`GET ${at}/web`]: failure(404, { reason: 'NotFound', message: 'no "web"' }),
    'GET /api/v1/namespaces/shop': () => Response.json({ kind: 'Namespace' }),
    'GET /openapi/v3': () => Response.json({ paths: {} }),
    [`POST ${at}`]: () => Response.json(web('x'), { status: 201 }),
  }
  const sent = async (more: string): Promise<string[]> => {
    const { requests } = await run(`replace --force -f web.json -n shop ${more}`.trim(), gone, 'k8s', files)
    return requests
      .map(({ method, url }) => `${method} ${new URL(url).pathname}`)
      .filter((each) => !/ \/apis?$/.test(each))
  }
  expect(await sent('')).toEqual([`DELETE ${at}/web`, `GET ${at}/web`, `POST ${at}`])
  expect(await sent('-v=6')).toEqual([
    `DELETE ${at}/web`,
    `GET ${at}/web`,
    'GET /api/v1/namespaces/shop',
    'GET /openapi/v3',
    `POST ${at}`,
  ])
})

test('a forced apply deletes and creates an object that cannot be changed', async () => {
  const files = { 'web.json': JSON.stringify(web('x:3')) }
  let reads = 0
  const server = {
    [`GET ${WEB}`]: () =>
      reads++ === 0
        ? Response.json(web('x:2'))
        : Response.json({ kind: 'Status', reason: 'NotFound', message: 'gone' }, { status: 404 }),
    [`PATCH ${WEB}`]: failure(422, { reason: 'Invalid', message: 'field is immutable' }),
    [`DELETE ${WEB}`]: () => Response.json({ kind: 'Status', details: { uid: 'u' } }),
    'POST /apis/apps/v1/namespaces/default/deployments': () => Response.json(web('x:3')),
    'GET /openapi/v3': () => Response.json({ paths: {} }),
  }
  expect(await run('apply --force -f web.json', server, 'k8s', files)).toMatchObject({
    stdout: 'deployment.apps/web configured\n',
  })
  expect((await run('apply --force --server-side -f web.json', server, 'k8s', files)).stderr).toBe(
    'error: --force cannot be used with --server-side\n',
  )
})

test('a forced replacement reports each deletion before it waits, and polls without --wait', async () => {
  const files = { 'web.json': JSON.stringify(web('x')) }
  const held = {
    [`DELETE ${WEB}`]: () => Response.json({ kind: 'Status', details: { uid: 'u' } }),
    [`GET ${WEB}`]: () => Response.json(web('x')),
    'GET /apis/apps/v1/namespaces/default/deployments': ({ url }: { url: string }) =>
      url.includes('watch=true') ? openWatch() : Response.json({ kind: 'DeploymentList', items: [web('x')] }),
  }
  const forced = async (more: string) => {
    const { stdout, stderr } = await run(`replace --force -f web.json --timeout=1ms ${more}`.trim(), held, 'k8s', files)
    return stdout + stderr
  }
  const deleted = 'deployment.apps "web" deleted\n'
  expect(await forced('')).toBe(`${deleted}error: timed out waiting for the condition\n`)
  const named = `${deleted}error: timed out waiting for the condition on deployments/web\n`
  expect(await forced('--wait')).toBe(named)
  expect(await forced('--grace-period=0')).toBe(named)
})

test.each([
  ['create --raw=/x -f web.json --edit', '--raw and --edit are mutually exclusive'],
  ['create --raw=/x -f web.json -l a=b', '--raw and --selector (-l) are mutually exclusive'],
  ['replace --raw=/x -f web.json -o yaml', '--raw and --output are mutually exclusive'],
])('%s is refused', async (line, text) => {
  expect((await run(line, {}, 'k8s', { 'web.json': '{}' })).stderr).toBe(`error: ${text}\n`)
})

test('adds the resourceVersion on the server to an object without one', async () => {
  const sent = async (object: object) => {
    const { requests } = await run(
      'replace -f web.json',
      {
        [`GET ${WEB}`]: () => Response.json({ metadata: { resourceVersion: '7' } }),
        [`PUT ${WEB}`]: () => Response.json(web('x')),
      },
      'k8s',
      { 'web.json': JSON.stringify(object) },
    )
    const { body = '{}' } = requests.find(({ method }) => method === 'PUT') ?? {}
    return (JSON.parse(body) as { metadata?: object }).metadata
  }
  expect(await sent(web('x'))).toMatchObject({ resourceVersion: '7' })
  const old = web('x')
  expect(await sent({ ...old, metadata: { ...old.metadata, resourceVersion: '3' } })).toMatchObject({
    resourceVersion: '3',
  })
})

test('does not validate the documents of a forced replacement before it reads them', async () => {
  const files = { 'a.yaml': 'apiVersion: v1\nmetadata: {name: a}\n' }
  expect((await run('replace --force -f a.yaml', {}, 'k8s', files)).stderr).toBe(
    `error: unable to decode "a.yaml": Object 'Kind' is missing in '{"apiVersion":"v1","metadata":{"name":"a"}}'\n`,
  )
  expect((await run('replace -f a.yaml', {}, 'k8s', files)).stderr).toContain('error validating "a.yaml"')
})

test('a forced replacement names the file of an object that it cannot delete', async () => {
  const files = {
    'web.json': JSON.stringify(web('x')),
    'none.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{}}',
  }
  const refusing = { [`DELETE ${WEB}`]: failure(403, { reason: 'Forbidden', message: 'no' }) }
  expect((await run('replace --force -f web.json', refusing, 'k8s', files)).stderr).toBe(
    'Error from server (Forbidden): error when deleting "web.json": no\n',
  )
  expect((await run('replace --force -f none.json', {}, 'k8s', files)).stderr).toBe(
    'error: error when deleting "none.json": resource name may not be empty\n',
  )
  const elsewhere = await run('replace --force -f web.json -n other', refusing, 'k8s', files)
  expect(elsewhere.stderr).toContain('the namespace from the provided object "default" does not match')
  expect(elsewhere.requests.some(({ method }) => method === 'DELETE')).toBe(false)
})

test('prints the unmatched items of a list as one aggregate when other objects of a forced replacement are missing', async () => {
  const items = [
    { apiVersion: 'v1', kind: 'Nope', metadata: { name: 'a' } },
    { apiVersion: 'v1', kind: 'Nopey', metadata: { name: 'b' } },
    web('x'),
  ]
  const files = { 'list.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) }
  const answers = { [`DELETE ${WEB}`]: failure(404, { reason: 'NotFound', message: 'no "web"' }) }
  const { stderr } = await run('replace --force -f list.json', answers, 'k8s', files)
  expect(stderr).toBe(
    '[unable to recognize no matches for kind "Nope" in version "v1", unable to recognize no matches for kind "Nopey" in version "v1"]\n',
  )
})

test('prints an object without a name in a dry run of the client, and refuses to send it', async () => {
  const files = { 'g.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"g-"}}' }
  expect((await run('replace -f g.json --dry-run=client', {}, 'k8s', files)).stdout).toBe(
    'configmap/<unknown> replaced (dry run)\n',
  )
  expect((await run('replace -f g.json --dry-run=server', {}, 'k8s', files)).stderr).toBe(
    'error: error when replacing "g.json": resource name may not be empty\n',
  )
})
