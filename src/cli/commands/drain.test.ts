import { expect, test } from 'vitest'
import { failure, run } from '../command-line.fixture.ts'

const nodes = {
  resource: 'nodes',
  singularResource: 'node',
  responseKind: { kind: 'Node' },
  scope: 'Cluster',
  verbs: ['get'],
  shortNames: [],
}
const pod = (name: string) => ({ metadata: { name, namespace: 'default', uid: name }, spec: {} })
const gone = failure(404, { code: 404, reason: 'NotFound', message: 'gone' })
const answers = {
  'GET /api': () =>
    Response.json({
      kind: 'APIGroupDiscoveryList',
      items: [{ metadata: {}, versions: [{ version: 'v1', resources: [nodes] }] }],
    }),
  'GET /api/v1/nodes/n': () =>
    Response.json({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, spec: { unschedulable: true } }),
  'GET /api/v1/pods': () => Response.json({ items: [pod('a'), pod('b')] }),
  'DELETE /api/v1/namespaces/default/pods/a': () => Response.json({}),
  'DELETE /api/v1/namespaces/default/pods/b': () => Response.json({}),
}

test('deletes the pods in their order, and waits for all of them', async () => {
  const { stdout, requests } = await run(['drain', 'n', '--force', '--disable-eviction'], {
    ...answers,
    'GET /api/v1/namespaces/default/pods/a': gone,
    'GET /api/v1/namespaces/default/pods/b': gone,
  })
  expect(stdout).toBe('node/n already cordoned\npod/a deleted\npod/b deleted\nnode/n drained\n')
  const sent = requests.map(({ method, url }) => `${method} ${url.split('/pods/')[1] ?? ''}`)
  expect(sent.slice(-4)).toEqual(['DELETE a', 'DELETE b', 'GET a', 'GET b'])
})

test('deletes no more pods after a refused deletion', async () => {
  const { stderr, requests } = await run(['drain', 'n', '--force', '--disable-eviction'], {
    ...answers,
    'DELETE /api/v1/namespaces/default/pods/a': failure(403, { code: 403, reason: 'Forbidden', message: 'no' }),
  })
  expect(stderr).toContain('error: unable to drain node "n" due to error:no, continuing command...')
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test.each([
  ['--disable-eviction', 'pod/b deleted\n'],
  ['', 'evicting pod default/a\nevicting pod default/b\npod/b evicted\n'],
])('skips a pod whose deletion began too long ago, %s', async (flag, printed) => {
  const deletionTimestamp = '1969-12-31T00:00:00Z'
  const { stdout } = await run(`drain n --force --skip-wait-for-delete-timeout=1 ${flag}`.trim(), {
    ...answers,
    'POST /api/v1/namespaces/default/pods/a/eviction': () => Response.json({}),
    'POST /api/v1/namespaces/default/pods/b/eviction': () => Response.json({}),
    'GET /api/v1/namespaces/default/pods/a': () =>
      Response.json({ metadata: { ...pod('a').metadata, deletionTimestamp } }),
    'GET /api/v1/namespaces/default/pods/b': gone,
  })
  const skipped = 'pod "a" has DeletionTimestamp older than 1 seconds, skipping\n'
  const lines = (text: string): string[] => text.split('\n').sort()
  expect(lines(stdout)).toEqual(lines(`node/n already cordoned\n${printed}${skipped}node/n drained\n`))
})

test('lists the pods in pages', async () => {
  const pages = [{ items: [pod('a')], metadata: { continue: 'more' } }, { items: [pod('b')] }]
  const { stdout, requests } = await run('drain n --force --chunk-size=1 --pod-selector=x=y --dry-run=client', {
    ...answers,
    'GET /api/v1/pods': () => Response.json(pages.shift()),
  })
  expect(stdout).toContain('evicting pod default/a (dry run)\nevicting pod default/b (dry run)\n')
  const listed = requests.map(({ url }) => url).filter((url) => url.includes('/pods?'))
  expect(listed.map((url) => url.split('/pods')[1])).toEqual([
    '?fieldSelector=spec.nodeName%3Dn&labelSelector=x%3Dy&limit=1',
    expect.stringContaining('continue=more'),
  ])
})

test.each([
  [
    '',
    'pod/a eviction started\nevicting pod default/a\npod/b eviction started\nevicting pod default/b\npod/a evicted\npod/b evicted\n',
  ],
  [' --disable-eviction', 'pod/a deletion started\npod/b deletion started\npod/a deleted\npod/b deleted\n'],
])('prints the start of each removal with -v=2%s', async (flag, printed) => {
  const { stdout } = await run(`drain n --force -v=2${flag}`, {
    ...answers,
    'POST /api/v1/namespaces/default/pods/a/eviction': () => Response.json({}),
    'POST /api/v1/namespaces/default/pods/b/eviction': () => Response.json({}),
    'GET /api/v1/namespaces/default/pods/a': gone,
    'GET /api/v1/namespaces/default/pods/b': gone,
  })
  expect(stdout).toBe(`node/n already cordoned\n${printed}node/n drained\n`)
})
