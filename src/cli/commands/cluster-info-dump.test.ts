import { expect, test } from 'vitest'
import { discoveryOf, failure, run } from '../command-line.fixture.ts'

const TYPES = [
  ['', 'Event'],
  ['', 'ReplicationController'],
  ['', 'Service'],
  ['', 'Pod'],
  ['', 'Node'],
  ['apps', 'DaemonSet'],
  ['apps', 'Deployment'],
  ['apps', 'ReplicaSet'],
] as const

const discovered = (group: string) =>
  discoveryOf(
    group,
    TYPES.filter(([own]) => own === group).map(([, kind]) => kind),
    ['list'],
  )

const answers = Object.fromEntries([
  ['GET /api', discovered('')],
  ['GET /apis', discovered('apps')],
  ...TYPES.map(([group, kind]) => {
    const version = group === '' ? 'v1' : `${group}/v1`
    const root = group === '' ? '/api/v1' : `/apis/${version}`
    const scope = kind === 'Node' ? '' : '/namespaces/shop'
    const items =
      kind === 'Pod' ? [{ metadata: { name: 'web', managedFields: [] }, spec: { containers: [{ name: 'c' }] } }] : []
    return [
      `GET ${root}${scope}/${kind.toLowerCase()}s`,
      () => Response.json({ kind: `${kind}List`, apiVersion: version, metadata: {}, items }),
    ]
  }),
  ['GET /api/v1/namespaces/shop/pods/web/log', () => new Response('started\n')],
])

test('nodes, the lists of each namespace and the logs of its pods are printed', async () => {
  const { stdout, stderr } = await run('cluster-info dump --namespaces=shop', answers, 'k8s')
  expect(stderr).toBe('')
  expect(stdout.match(/"kind": "\w+"/g)).toEqual(
    ['Node', 'Event', 'ReplicationController', 'Service', 'DaemonSet', 'Deployment', 'ReplicaSet', 'Pod'].map(
      (kind) => `"kind": "${kind}List"`,
    ),
  )
  expect(stdout).not.toContain('managedFields')
  expect(stdout).toContain(
    '==== START logs for container c of pod shop/web ====\nstarted\n==== END logs for container c of pod shop/web ====\n',
  )
})

test('prints a refused log without the message in its body', async () => {
  const log = 'GET /api/v1/namespaces/shop/pods/web/log'
  const dumped = async (code: number) => {
    const refused = { ...answers, [log]: failure(code, { code, message: 'no host' }) }
    return (await run('cluster-info dump --namespaces=shop', refused, 'k8s')).stdout
  }
  expect(await dumped(400)).toContain(
    'Request log error: the server rejected our request for an unknown reason (get pods web)\n',
  )
  expect(await dumped(500)).toContain(
    'Request log error: an error on the server ("unknown") has prevented the request from succeeding (get pods web)\n',
  )
})

test('prints the output folder, and refuses to print the names of lists', async () => {
  const { stdout } = await run('cluster-info dump --namespaces=shop --output-directory=out', answers, 'k8s')
  expect(stdout).toBe('Cluster info dumped to out\n')
  expect((await run('cluster-info dump --namespaces=shop -o name', answers, 'k8s')).stderr).toBe(
    'error: list types are not supported by name printing: *v1.NodeList\n',
  )
})
