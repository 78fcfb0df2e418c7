import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { managed } from '../controller-fixture.ts'
import { NODES, PODS } from '../kinds.ts'
import { objectAt } from '../object-parts.ts'
import { simulatedNodes } from './simulated-nodes.ts'

async function cluster() {
  const opened = await managed([simulatedNodes])
  await opened.pass(0)
  const status = (name: string): JsonObject => objectAt(opened.read('pods', name) ?? {}, 'status')
  const container = (name: string): JsonObject => listAt(status(name), 'containerStatuses')[0] as JsonObject
  const reasons = (name: string): string[] =>
    opened
      .all('events')
      .filter((event) => textAt(event, 'involvedObject.name') === name)
      .map((event) => textAt(event, 'message'))
  return { ...opened, status, container, reasons }
}

const sh = (script: string): string[] => ['/bin/sh', '-c', script]
const pod = (name: string, container: JsonObject, spec: JsonObject = {}): ApiObject => ({
  metadata: { name },
  spec: { nodeName: 'node-1', containers: [{ name: 'c', image: 'busybox:1.36', ...container }], ...spec },
})

describe('a modelled command', () => {
  it('decides exit code, time and termination message', async () => {
    const { create, pass, status, container } = await cluster()
    const script = 'echo bad > /dev/termination-log; sleep 20; exit 3'
    await create('pods', pod('p', { command: sh(script) }, { restartPolicy: 'Never' }))
    await pass(19_000)
    expect(textAt(status('p'), 'phase')).toBe('Running')
    await pass(3000)
    expect(textAt(status('p'), 'phase')).toBe('Failed')
    expect(container('p')).toMatchObject({ state: { terminated: { exitCode: 3, message: 'bad\n' } } })
  })

  it('keeps running in a pod with restartPolicy Never', async () => {
    const { create, pass, status } = await cluster()
    await create('pods', pod('p', { command: ['sleep', '3600'] }, { restartPolicy: 'Never' }))
    await pass(60_000)
    expect(textAt(status('p'), 'phase')).toBe('Running')
  })

  it('has the end of its log as termination message when the container fails', async () => {
    const { create, pass, container } = await cluster()
    const failing = { command: sh('echo no disk; false'), terminationMessagePolicy: 'FallbackToLogsOnError' }
    await create('pods', pod('p', failing, { restartPolicy: 'Never' }))
    await pass(5000)
    expect(container('p')).toMatchObject({ state: { terminated: { exitCode: 1, message: 'no disk\n' } } })
  })

  it('has at most 4,096 bytes of its file as termination message', async () => {
    const { create, pass, container } = await cluster()
    const command = sh(`echo ${'€'.repeat(2000)} > /dev/termination-log`)
    await create('pods', pod('p', { command }, { restartPolicy: 'Never' }))
    await pass(5000)
    // 1,365 characters of three bytes, and one byte of the next.
    expect(textAt(container('p'), 'state.terminated.message')).toBe(`${'€'.repeat(1365)}\uFFFD`)
  })
})

describe('exec probes', () => {
  it('restart a container whose file is gone', async () => {
    const { create, pass, container, reasons } = await cluster()
    const livenessProbe = { exec: { command: ['cat', '/tmp/healthy'] }, initialDelaySeconds: 5, periodSeconds: 5 }
    const command = sh('touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600')
    await create('pods', pod('p', { command, livenessProbe }))
    await pass(35_000)
    expect(container('p')).toMatchObject({ ready: true, restartCount: 0 })
    await pass(10_000)
    expect(container('p')).toMatchObject({ restartCount: 1, lastState: { terminated: { exitCode: 137 } } })
    expect(reasons('p')).toContain('Container c failed liveness probe, will be restarted')
  })

  it('decide readiness', async () => {
    const { create, pass, container } = await cluster()
    const probe = (...command: string[]) => ({ readinessProbe: { exec: { command }, periodSeconds: 5 } })
    await create('pods', pod('never', { image: 'nginx:1.27', ...probe('/bin/false') }))
    await create('pods', pod('later', { command: sh('sleep 8; touch /ready; sleep 99'), ...probe('cat', '/ready') }))
    await create('pods', pod('unknown', { image: 'nginx:1.27', ...probe('cat', '/usr/share/index') }))
    await pass(5000)
    const ready = () => ['never', 'later', 'unknown'].map((name) => container(name)['ready'])
    expect(ready()).toEqual([false, false, true])
    await pass(10_000)
    expect(ready()).toEqual([false, true, true])
  })
})

describe('an exec probe over a long time', () => {
  it('fails after its threshold, also when that is years away', async () => {
    const { create, pass, container } = await cluster()
    const failing = (failureThreshold: number): JsonObject => ({
      command: sh('sleep 1000000000; touch /x; sleep infinity'),
      livenessProbe: { exec: { command: ['cat', '/x'] }, periodSeconds: 1, failureThreshold },
    })
    await create('pods', pod('soon', failing(40)))
    await create('pods', pod('never', failing(2 ** 31 - 1)))
    await pass(38_000)
    expect(['soon', 'never'].map((name) => container(name)['restartCount'])).toEqual([0, 0])
    await pass(10_000)
    expect(['soon', 'never'].map((name) => container(name)['restartCount'])).toEqual([1, 0])
  })
})

describe('network probes of the servers of agnhost', () => {
  const image = 'registry.k8s.io/e2e-test-images/agnhost:2.47'
  const probe = (more: JsonObject): JsonObject => ({ initialDelaySeconds: 5, failureThreshold: 1, ...more })

  it.each([
    ['liveness', { httpGet: { path: '/healthz', port: 8080 } }, 1, 'HTTP probe failed with statuscode: 500'],
    ['liveness', { tcpSocket: { port: 8080 } }, 0, ''],
    ['test-webserver', { httpGet: { path: '/', port: 'web' } }, 0, ''],
    ['test-webserver', { tcpSocket: { port: 81 } }, 1, ':81: connect: connection refused'],
    ['grpc-health-checking', { grpc: { port: 5000 } }, 0, ''],
    ['grpc-health-checking', { grpc: { port: 2333 } }, 1, ':2333" within 1s: context deadline exceeded'],
  ])('%s with the probe %j restarts %i times within 18 s', async (program, more, restartCount, fault) => {
    const { create, pass, container, reasons } = await cluster()
    const ports = [{ name: 'web', containerPort: 80 }]
    await create('pods', pod('p', { image, args: [program], ports, livenessProbe: probe(more) }))
    await pass(18_000)
    expect(container('p')).toMatchObject({ restartCount })
    const failed = reasons('p').filter((text) => text.startsWith('Liveness probe failed: '))
    expect(failed).toEqual(restartCount === 0 ? [] : [expect.stringContaining(fault)])
  })

  it('keep a container unready while no server listens on the port', async () => {
    const { create, pass, container } = await cluster()
    const readinessProbe = probe({ httpGet: { path: '/', port: 81 } })
    await create('pods', pod('p', { image, args: ['test-webserver'], readinessProbe }))
    await pass(60_000)
    expect(container('p')).toMatchObject({ ready: false, restartCount: 0 })
  })
})

describe('a pod that names its node', () => {
  it.each<[string, JsonObject, string, string]>([
    [
      'too large',
      { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '5' } } }] },
      'OutOfcpu',
      "Node didn't have enough resource: cpu, requested: 5000, used: 0, capacity: 4000",
    ],
    ['elsewhere', { nodeSelector: { disk: 'ssd' } }, 'NodeAffinity', 'Predicate NodeAffinity failed'],
    [
      'on a taken port',
      { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, hostPort: 8080 }] }] },
      'NodePorts',
      'Predicate NodePorts failed',
    ],
  ])('is rejected: %s', async (_, spec, reason, message) => {
    const { create, pass, status, reasons } = await cluster()
    await create('pods', pod('first', { ports: [{ containerPort: 1, hostPort: 8080 }], command: ['sleep', '99'] }))
    await pass(3000)
    await create('pods', pod('p', {}, spec))
    await pass(1000)
    expect(status('p')).toMatchObject({ phase: 'Failed', reason, message: `Pod was rejected: ${message}` })
    expect(Object.keys(status('p')).sort()).toEqual(['message', 'phase', 'qosClass', 'reason', 'startTime'])
    expect(reasons('p')).toContain(message)
  })
})

it('shows the files of volumes to the image agnhost', async () => {
  const { create, pass, container } = await cluster()
  await create('configmaps', { metadata: { name: 'm' }, data: { key: 'value' } })
  const read = ['mounttest', '--file_content=/etc/c/path', '--file_mode=/etc/c/path']
  const reader = {
    image: 'registry.k8s.io/e2e-test-images/agnhost:2.47',
    args: read,
    volumeMounts: [{ name: 'v', mountPath: '/etc/c' }],
    terminationMessagePolicy: 'FallbackToLogsOnError',
  }
  const volumes = [{ name: 'v', configMap: { name: 'm', items: [{ key: 'key', path: 'path', mode: 0o400 }] } }]
  await create('pods', pod('p', reader, { restartPolicy: 'Never', volumes }))
  await pass(3000)
  expect(container('p')).toMatchObject({ state: { terminated: { exitCode: 0 } } })
})

it('waits with an error while the variable of a subPathExpr has no value', async () => {
  const { create, pass, container, context } = await cluster()
  const mounted = {
    command: ['sleep', '99'],
    env: [{ name: 'PLACE', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['place']" } } }],
    volumeMounts: [{ name: 'v', mountPath: '/v', subPathExpr: '$(PLACE)/x' }],
  }
  await create('pods', pod('p', mounted, { volumes: [{ name: 'v', emptyDir: {} }] }))
  await pass(2000)
  expect(container('p')).toMatchObject({
    state: { waiting: { reason: 'CreateContainerConfigError', message: 'missing value for PLACE' } },
  })
  const place = { metadata: { annotations: { place: 'a' } } }
  await context.objectsAs('test').patch(PODS, { namespace: 'default', name: 'p' }, 'merge', place)
  await pass(2000)
  expect(container('p')).toMatchObject({ ready: true })
})

it('makes extended resources of the capacity allocatable', async () => {
  const { pass, read, context } = await cluster()
  const setCount = (count: string | null) =>
    context.objectsAs('test').patchStatus(NODES, { namespace: '', name: 'node-1' }, 'strategic', {
      status: { capacity: { 'example.com/gpu': count } },
    })
  const allocatable = (): unknown => objectAt(objectAt(read('nodes', 'node-1') ?? {}, 'status'), 'allocatable')
  await setCount('2')
  await pass(0)
  expect(allocatable()).toMatchObject({ 'example.com/gpu': '2', pods: '110' })
  await setCount(null)
  await pass(0)
  expect(allocatable()).not.toHaveProperty(['example.com/gpu'])
})
