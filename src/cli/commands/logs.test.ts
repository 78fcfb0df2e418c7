import { expect, test } from 'vitest'
import { discoveryOf, failure, run } from '../command-line.fixture.ts'

test('refuses --pod-running-timeout=0 without the hint to the help that exec prints', async () => {
  const line = '--pod-running-timeout=0'
  const fault = 'error: --pod-running-timeout must be higher than zero\n'
  expect((await run(`logs p ${line}`, {}, 'k8s')).stderr).toBe(fault)
  expect((await run(`exec p ${line} -- ls`, {}, 'k8s')).stderr).toBe(
    `${fault}See 'kubectl exec -h' for help and examples\n`,
  )
})

const podWith = (name: string, ...containers: string[]) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: containers.map((each) => ({ name: each })) },
})

test('refuses to follow more logs than --max-log-requests allows, after the names of default containers', async () => {
  const answers = {
    'GET /api': discoveryOf('', ['Pod']),
    'GET /api/v1/namespaces/default/pods/one': () => Response.json(podWith('one', 'a', 'b')),
    'GET /api/v1/namespaces/default/pods': () =>
      Response.json({ kind: 'PodList', apiVersion: 'v1', items: [podWith('one', 'a', 'b'), podWith('two', 'c')] }),
  }
  const limited = (count: number): string =>
    `error: you are attempting to follow ${count} log streams, but maximum allowed concurrency is 1, use --max-log-requests to increase the limit\n`
  const flags = '-f --max-log-requests=1'
  expect((await run(`logs -l app=x ${flags}`, answers, 'k8s')).stderr).toBe(
    `Defaulted container "a" out of: a, b\n${limited(2)}`,
  )
  expect((await run(`logs one --all-containers ${flags}`, answers, 'k8s')).stderr).toBe(limited(2))
})

test('names the namespace of the command line for a missing object without a namespace', async () => {
  const { stderr } = await run(
    'logs node/x',
    {
      'GET /api': discoveryOf('', ['Node']),
      'GET /api/v1/nodes/x': failure(404, { reason: 'NotFound', message: 'nodes "x" not found' }),
    },
    'k8s',
  )
  expect(stderr).toBe('error: error from server (NotFound): nodes "x" not found in namespace "default"\n')
})

test.each([
  ['2020', 'cannot parse "" as "-"'],
  ['2020-01-01t00:00:00z', 'cannot parse "t00:00:00z" as "T"'],
  ['2020-02-30T00:00:00Z', 'day out of range'],
])('names the part of --since-time=%s that is no time', async (time, fault) => {
  const { stderr } = await run(`logs p --since-time=${time}`, {}, 'k8s')
  expect(stderr).toContain(`error: parsing time "${time}"`)
  expect(stderr).toContain(fault)
})
