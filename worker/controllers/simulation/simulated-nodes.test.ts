import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, numberAt, textAt } from '../../resources/path.ts'
import { managed } from '../controller-fixture.ts'
import { nodeLifecycle } from '../nodes/node-lifecycle.ts'
import { objectAt } from '../object-parts.ts'
import { simulatedNodes } from './simulated-nodes.ts'

async function cluster() {
  const opened = await managed([nodeLifecycle, simulatedNodes])
  await opened.pass(0)
  const eventsOf = (name: string) =>
    opened
      .all('events')
      .filter((event) => textAt(event, 'involvedObject.name') === name)
      .map((event) => {
        const count = numberAt(event, 'count')
        return `${textAt(event, 'reason')}: ${textAt(event, 'message')}${count === 1 ? '' : ` x${count}`}`
      })
  const status = (name: string): JsonObject => objectAt(opened.read('pods', name) ?? {}, 'status')
  const conditions = (name: string): string[] =>
    listAt(status(name), 'conditions')
      .filter(isObject)
      .map((one) => `${textAt(one, 'type')}=${textAt(one, 'status')}`)
  return { ...opened, eventsOf, status, conditions }
}

const container = { name: 'c', image: 'nginx:1.27' }
const pod = (name: string, spec: JsonObject = {}, annotations: Record<string, string> = {}): ApiObject => ({
  metadata: { name, annotations },
  spec: { nodeName: 'node-1', containers: [container], ...spec },
})
const withOutcome = (outcome: string) => ({ 'simulated.k8s.io/outcome': outcome })

it('creates a node with the mark of the simulation in a cluster without nodes', async () => {
  const { read, all, report } = await cluster()
  expect(all('nodes')).toHaveLength(1)
  const node = read('nodes', 'node-1')
  expect(node).toMatchObject({
    metadata: {
      labels: { 'kubernetes.io/hostname': 'node-1', 'kubernetes.io/os': 'linux' },
      annotations: { 'simulated.k8s.io/node': 'true' },
    },
    spec: { podCIDR: '10.244.0.0/24' },
    status: {
      allocatable: { cpu: '4', pods: '110' },
      addresses: [
        { type: 'InternalIP', address: '172.18.0.2' },
        { type: 'Hostname', address: 'node-1' },
      ],
      nodeInfo: { osImage: 'simulated by Tabplane', kubeletVersion: 'v1.30.14' },
    },
  })
  expect(node?.['spec']).not.toHaveProperty('taints')
  expect(read('coordination.k8s.io/leases', 'node-1', 'kube-node-lease')).toMatchObject({
    metadata: { ownerReferences: [{ kind: 'Node', uid: node?.metadata?.uid }] },
    spec: { holderIdentity: 'node-1' },
  })
  expect(report).not.toHaveBeenCalled()
})

it('completes nodes of other writers, once', async () => {
  const { create, read, pass, store } = await cluster()
  await create('nodes', { metadata: { name: 'b' }, status: { capacity: { cpu: '1' } } })
  await create('nodes', { metadata: { name: 'c', annotations: { 'simulated.k8s.io/node': 'false' } } })
  await pass(0)
  expect(read('nodes', 'b')).toMatchObject({
    spec: { podCIDR: '10.244.1.0/24' },
    status: { allocatable: { cpu: '1', memory: '8Gi', pods: '110' } },
  })
  expect(read('nodes', 'c')?.['status']).not.toHaveProperty('nodeInfo.kubeletVersion', 'v1.30.14')
  // No agent reports the status of `c`.
  await pass(62_000)
  const { revision } = store
  await pass(600_000)
  expect(store.revision).toBe(revision)
})

it('brings a pod from its binding to ready, step by step', async () => {
  const { create, pass, read, status, conditions, eventsOf, store, report } = await cluster()
  await create('pods', pod('p'))
  await pass(0)
  expect(status('p')).toMatchObject({
    phase: 'Pending',
    hostIP: '172.18.0.2',
    startTime: expect.any(String),
    containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } }, image: 'nginx:1.27', imageID: '' }],
  })
  await pass(1000)
  expect(status('p')).toMatchObject({
    phase: 'Running',
    podIP: '10.244.0.2',
    podIPs: [{ ip: '10.244.0.2' }],
    hostIPs: [{ ip: '172.18.0.2' }],
    qosClass: 'BestEffort',
    containerStatuses: [
      { ready: true, started: true, restartCount: 0, image: 'docker.io/library/nginx:1.27', lastState: {} },
    ],
  })
  expect(conditions('p')).toEqual([
    'PodReadyToStartContainers=True',
    'Initialized=True',
    'Ready=True',
    'ContainersReady=True',
    'PodScheduled=True',
  ])
  expect(eventsOf('p')).toEqual([
    'Pulled: Container image "nginx:1.27" already present on machine',
    'Created: Created container c',
    'Started: Started container c',
  ])
  expect(read('pods', 'p')?.metadata?.managedFields?.map(({ manager }) => manager)).toContain('kubelet')
  const { revision } = store
  await pass(600_000)
  expect(store.revision).toBe(revision)
  expect(report).not.toHaveBeenCalled()
})

it('ends a deleted pod within its grace period', async () => {
  const { create, pass, read, context, eventsOf } = await cluster()
  await create('pods', pod('p'))
  await pass(1000)
  await context.objects.delete({ group: '', version: 'v1', resource: 'pods' }, { namespace: 'default', name: 'p' })
  await pass(0)
  expect(read('pods', 'p')?.metadata?.deletionGracePeriodSeconds).toBe(30)
  await pass(2000)
  expect(read('pods', 'p')).toBeUndefined()
  expect(eventsOf('p').at(-1)).toBe('Killing: Stopping container c')
})

it('keeps a terminated pod until its finalizers are removed', async () => {
  const { create, pass, read, context, store } = await cluster()
  await create('pods', { ...pod('p'), metadata: { name: 'p', finalizers: ['example.com/held'] } })
  await pass(1000)
  await context.objects.delete({ group: '', version: 'v1', resource: 'pods' }, { namespace: 'default', name: 'p' })
  await pass(2000)
  expect(read('pods', 'p')).toMatchObject({
    metadata: { deletionGracePeriodSeconds: 0 },
    status: { phase: 'Succeeded', containerStatuses: [{ state: { terminated: { exitCode: 0 } } }] },
  })
  const { revision } = store
  await pass(60_000)
  expect(store.revision).toBe(revision)
})

it('runs init containers one after the other, and sidecars at the same time as all others', async () => {
  const { create, pass, status, conditions } = await cluster()
  const initContainers = [
    { name: 'one', image: 'busybox' },
    { name: 'side', image: 'proxy', restartPolicy: 'Always' },
    { name: 'two', image: 'busybox' },
  ]
  await create('pods', pod('p', { initContainers }))
  const states = (): unknown =>
    (status('p')['initContainerStatuses'] as JsonObject[]).map(({ state }) => Object.keys(state as object)[0])
  await pass(0)
  expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
  await pass(2000)
  expect(conditions('p')).toContain('Initialized=False')
  expect(states()).toEqual(['terminated', 'waiting', 'waiting'])
  await pass(5000)
  expect(states()).toEqual(['terminated', 'running', 'terminated'])
  expect(status('p')['phase']).toBe('Running')
  expect(conditions('p')).toContain('Initialized=True')
})

it('ends the containers of a pod with restartPolicy Never successfully', async () => {
  const { create, pass, status, conditions } = await cluster()
  const initContainers = [{ name: 'side', image: 'proxy', restartPolicy: 'Always' }]
  await create('pods', pod('p', { restartPolicy: 'Never', initContainers }))
  await pass(10_000)
  expect(status('p')).toMatchObject({
    phase: 'Succeeded',
    initContainerStatuses: [{ state: { terminated: { exitCode: 0 } } }],
    containerStatuses: [{ ready: false, state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
  })
  expect(conditions('p')).toEqual([
    'PodReadyToStartContainers=False',
    'Initialized=True',
    'Ready=False',
    'ContainersReady=False',
    'PodScheduled=True',
  ])
})

it('fails a pod whose annotation says so', async () => {
  const { create, pass, status } = await cluster()
  await create('pods', pod('p', { restartPolicy: 'Never' }, withOutcome('fail')))
  await pass(5000)
  expect(status('p')).toMatchObject({
    phase: 'Failed',
    containerStatuses: [{ state: { terminated: { exitCode: 1, reason: 'Error' } } }],
  })
})

it('continues when a sidecar crashes, and reports a container that ran out of memory', async () => {
  const { create, pass, status } = await cluster()
  const initContainers = [{ name: 'side', image: 'proxy', restartPolicy: 'Always' }]
  const annotations = {
    'simulated.k8s.io/outcome': 'out-of-memory',
    'simulated.k8s.io/outcome.side': 'crash',
    'simulated.k8s.io/seconds': '4',
  }
  await create('pods', pod('p', { restartPolicy: 'Never', initContainers }, annotations))
  await pass(10_000)
  expect(status('p')).toMatchObject({
    phase: 'Failed',
    containerStatuses: [{ state: { terminated: { exitCode: 137, reason: 'OOMKilled' } } }],
  })
})

it('restarts a crashed container, each time after a longer delay', async () => {
  const { create, pass, status, eventsOf } = await cluster()
  await create('pods', pod('p', {}, withOutcome('crash')))
  await pass(4000)
  const waiting = (seconds: number) => ({
    reason: 'CrashLoopBackOff',
    message: expect.stringMatching(`^back-off ${seconds}s restarting failed container=c pod=p_default\\(`) as unknown,
  })
  expect(status('p')).toMatchObject({
    phase: 'Running',
    containerStatuses: [
      { restartCount: 1, state: { waiting: waiting(10) }, lastState: { terminated: { exitCode: 1 } }, ready: false },
    ],
  })
  await pass(15_000)
  expect(status('p')).toMatchObject({ containerStatuses: [{ restartCount: 2, state: { waiting: waiting(20) } }] })
  expect(eventsOf('p').find((text) => text.startsWith('BackOff'))).toMatch(/^BackOff: Back-off restarting failed .*x2$/)
})

it('reports an invalid image name, and an image that is never pulled', async () => {
  const { create, pass, status, eventsOf } = await cluster()
  await create('pods', pod('p', { containers: [{ name: 'c', image: 'Nginx' }] }))
  await create('pods', pod('q', {}, withOutcome('never-pulled')))
  await pass(3000)
  const message =
    'Failed to apply default image tag "Nginx": couldn\'t parse image reference "Nginx": invalid reference format: repository name must be lowercase'
  expect(status('p')).toMatchObject({
    phase: 'Pending',
    containerStatuses: [{ state: { waiting: { reason: 'InvalidImageName', message } } }],
  })
  expect(eventsOf('p')).toEqual([`InspectFailed: ${message}`, 'Failed: Error: InvalidImageName'])
  expect(status('q')).toMatchObject({ containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] })
})

it('restarts a container when its image changes', async () => {
  const { create, pass, status, context, read, eventsOf } = await cluster()
  await create('pods', pod('p', { containers: [{ name: 'c', image: 'Nginx' }] }))
  await pass(1000)
  const change = async (image: string): Promise<void> => {
    const stored = read('pods', 'p') as ApiObject & { spec: { containers: JsonObject[] } }
    const containers = stored.spec.containers.map((one) => ({ ...one, image }))
    await context.objects.update(
      { group: '', version: 'v1', resource: 'pods' },
      { ...stored, spec: { ...stored.spec, containers } },
    )
    await pass(1000)
  }
  await change('nginx')
  expect(status('p')).toMatchObject({ containerStatuses: [{ ready: true, restartCount: 0 }] })
  await change('nginx:2')
  expect(status('p')).toMatchObject({
    containerStatuses: [{ ready: true, restartCount: 1, image: 'docker.io/library/nginx:2' }],
  })
  expect(eventsOf('p')).toContain('Killing: Container c definition changed, will be restarted')
})

it('waits for probes and gates before a pod is ready', async () => {
  const { create, pass, status, context, conditions } = await cluster()
  const readinessProbe = { initialDelaySeconds: 5, tcpSocket: { port: 80 } }
  const readinessGates = [{ conditionType: 'example.com/ready' }]
  await create('pods', pod('p', { containers: [{ ...container, readinessProbe }], readinessGates }))
  await pass(2000)
  expect(conditions('p')).toContain('ContainersReady=False')
  await pass(6000)
  expect(conditions('p')).toEqual(expect.arrayContaining(['ContainersReady=True', 'Ready=False']))
  const condition = { type: 'example.com/ready', status: 'True' }
  await context.objects.patchStatus(
    { group: '', version: 'v1', resource: 'pods' },
    { namespace: 'default', name: 'p' },
    'strategic',
    { status: { conditions: [condition] } },
  )
  await pass(0)
  expect(conditions('p')).toEqual(expect.arrayContaining(['Ready=True', 'example.com/ready=True']))
  expect(status('p')['phase']).toBe('Running')
})

it('keeps a pod unready when its annotation says so, and ends a pod at its deadline', async () => {
  const { create, pass, status, conditions } = await cluster()
  await create('pods', pod('p', {}, withOutcome('unready')))
  await create('pods', pod('q', { activeDeadlineSeconds: 20 }))
  await pass(30_000)
  expect(conditions('p')).toContain('Ready=False')
  expect(status('q')).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' })
})

it('makes a pod with a slow start ready after half a minute', async () => {
  const { create, pass, conditions } = await cluster()
  await create('pods', pod('p', {}, withOutcome('slow-start')))
  await pass(25_000)
  expect(conditions('p')).toContain('Ready=False')
  await pass(10_000)
  expect(conditions('p')).toContain('Ready=True')
})

it.each([
  ['unready', { running: expect.anything() }],
  ['never-pulled', { waiting: { reason: 'ImagePullBackOff' } }],
  ['crash', { waiting: { reason: 'CrashLoopBackOff' } }],
])('obeys the changed annotation %s of a running pod', async (word, state) => {
  const { create, read, context, pass, status, conditions } = await cluster()
  await create('pods', pod('p'))
  await pass(5000)
  expect(conditions('p')).toContain('Ready=True')
  const live = read('pods', 'p') as ApiObject
  await context.objects.update(
    { group: '', version: 'v1', resource: 'pods' },
    { ...live, metadata: { ...live.metadata, annotations: withOutcome(word) } },
  )
  await pass(15_000)
  expect(conditions('p')).toContain('Ready=False')
  expect(status('p')).toMatchObject({ containerStatuses: [{ ready: false, state }] })
})

it("allocates pod addresses of the node's range, and the node's address on the host network", async () => {
  const { create, pass, status } = await cluster()
  await create('pods', pod('p'))
  await create('pods', pod('q'))
  await create('pods', pod('r', { hostNetwork: true }))
  await pass(1000)
  expect(new Set(['p', 'q', 'r'].map((name) => status(name)['podIP']))).toEqual(
    new Set(['10.244.0.2', '10.244.0.3', '172.18.0.2']),
  )
})

it('changes nothing on an unreachable node', async () => {
  const { create, pass, status, context } = await cluster()
  const ready = { type: 'Ready', status: 'Unknown' }
  const nodes = { group: '', version: 'v1', resource: 'nodes' }
  const place = { namespace: '', name: 'node-1' }
  await context.objects.patchStatus(nodes, place, 'strategic', { status: { conditions: [ready] } })
  await create('pods', pod('p'))
  await pass(1000)
  expect(status('p')).not.toHaveProperty('startTime')
  await context.objects.patchStatus(nodes, place, 'strategic', {
    status: { conditions: [{ ...ready, status: 'True' }] },
  })
  await pass(1000)
  expect(status('p')['phase']).toBe('Running')
})

it('waits for the config maps and secrets of environment and volumes', async () => {
  const { create, pass, status, eventsOf } = await cluster()
  const env = [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'a' } } }]
  await create('pods', pod('p', { containers: [{ ...container, env }] }))
  await create('pods', pod('q', { volumes: [{ name: 'v', secret: { secretName: 'hidden' } }] }))
  await pass(1000)
  const state = (name: string): unknown => (status(name)['containerStatuses'] as JsonObject[])[0]?.['state']
  const waiting = { reason: 'CreateContainerConfigError', message: 'configmap "settings" not found' }
  expect(state('p')).toEqual({ waiting })
  expect(eventsOf('p')).toContain('Failed: Error: configmap "settings" not found')
  expect(state('q')).toEqual({ waiting: { reason: 'ContainerCreating' } })
  expect(eventsOf('q')).toEqual(['FailedMount: MountVolume.SetUp failed for volume "v" : secret "hidden" not found'])
  await create('configmaps', { metadata: { name: 'settings' }, data: { b: 'c' } })
  await create('secrets', { metadata: { name: 'hidden' } })
  await pass(1000)
  expect(state('p')).toMatchObject({ waiting: { message: "couldn't find key a in ConfigMap default/settings" } })
  expect(status('q')['phase']).toBe('Running')
})
