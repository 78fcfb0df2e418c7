import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isByteStream } from '../api/exchange.ts'
import { send } from './api-server-fixture.ts'
import type { ApiServer, ApiServerOptions } from './api-server.ts'
import { createApiServer } from './api-server.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { dialects } from '../dialect/dialect.ts'
import { processMetrics } from '../observability/process-metrics.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } })
const namespaced = 'resource="configmaps",scope="namespace",subresource=""'

let server: ApiServer

async function start(options: Partial<ApiServerOptions> = {}): Promise<ApiServer> {
  return createApiServer({ dialect: dialects.k8s, clock: virtualClock(), log: memoryLog(), ...options })
}
const metrics = async (): Promise<string[]> => (await send(server.handle, 'GET', '/metrics')).text.split('\n')

beforeEach(async () => {
  server = await start()
})
afterEach(() => server.close())

describe('/metrics', () => {
  it('is Prometheus text, each family with its stability and a help text', async () => {
    await send(server.handle, 'POST', maps, { body: map('a') })
    const answer = await send(server.handle, 'GET', '/metrics')
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const helps = answer.text.split('\n').filter((line) => line.startsWith('# HELP'))
    expect(helps.length).toBeGreaterThan(5)
    for (const line of helps) expect(line).toMatch(/^# HELP \w+ (EXPERIMENTAL: )?\[(STABLE|BETA|ALPHA)\] .{9}/)
    expect(answer.text).toMatch(/^kubernetes_build_info\{git_version="v1\.30\.14",major="1",minor="30",/m)
  })

  it('counts requests by verb, resource, scope and code', async () => {
    await send(server.handle, 'POST', maps, { body: map('a') })
    await send(server.handle, 'POST', `${maps}?dryRun=All`, { body: map('b') })
    await send(server.handle, 'GET', `${maps}/none`)
    const lines = await metrics()
    const head = 'apiserver_request_total{code='
    expect(lines).toContain(
      `${head}"201",component="apiserver",dry_run="",group="",${namespaced},verb="POST",version="v1"} 1`,
    )
    expect(lines).toContain(
      `${head}"201",component="apiserver",dry_run="All",group="",${namespaced},verb="POST",version="v1"} 1`,
    )
    expect(lines.find((line) => line.startsWith(`${head}"404"`))).toContain('scope="resource"')
    // The test's ConfigMap and a bootstrap one.
    expect(lines).toContain('apiserver_storage_objects{resource="configmaps"} 2')
    expect(lines.find((line) => line.startsWith('apiserver_storage_size_bytes'))).toMatch(/ [1-9]\d+$/)
    expect(lines).toContain('apiserver_current_inflight_requests{request_kind="mutating"} 0')
    expect(lines.join('\n')).toMatch(
      /^apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle",operation="CREATE",rejected="false",type="admit"\} [1-9]\d*$/m,
    )
  })

  it('counts requests to the storage and of priority levels', async () => {
    await send(server.handle, 'POST', maps, { body: map('a') })
    const lines = await metrics()
    expect(lines).toContain('etcd_requests_total{operation="create",type="configmaps"} 2')
    expect(lines.join('\n')).toMatch(
      /^apiserver_flowcontrol_dispatched_requests_total\{flow_schema="[\w-]+",priority_level="[\w-]+"\} \d+$/m,
    )
    expect(lines.join('\n')).toMatch(/^apiserver_flowcontrol_nominal_limit_seats\{priority_level="workload-low"\} 0$/m)
  })

  it('writes the metrics that the host adds', async () => {
    const measured = { cpuSeconds: 1, startTime: 2, residentBytes: 3, heapBytes: 4, longestStallSeconds: 0.5 }
    await server.close()
    server = await start({ addMetrics: (registry) => processMetrics(registry, () => measured) })
    expect(await metrics()).toContain('process_resident_memory_bytes 3')
  })

  it('has a page for operators at /debug/statusz', async () => {
    const clock = virtualClock()
    await server.close()
    server = await start({ clock })
    await send(server.handle, 'POST', maps, { body: map('a') })
    clock.advance(3_723_000)
    const { status, text } = await send(server.handle, 'GET', '/debug/statusz')
    expect(status).toBe(200)
    expect(text).toContain('Started: 2024-05-01T10:00:00Z\nUp: 1 hr 02 min 03 sec\nVersion: v1.30.14\nRevision: ')
    expect(text).toContain('Storage: accepts writes\nFailing checks: none\n')
    expect(text).toContain('apiserver_current_inflight_requests{request_kind="readOnly"} 1\n')
  })

  it('adds no series for names that callers invent', async () => {
    for (const made of ['x', 'y', 'z']) {
      await send(server.handle, 'GET', `/apis/${made}/v1/${made}`)
      await send(server.handle, 'GET', `/${made}`)
      await send(server.handle, 'GET', `/api/v1/namespaces/default/pods/p/${made}`)
    }
    const totals = (await metrics()).filter((line) => line.startsWith('apiserver_request_total'))
    expect(totals.filter((line) => /"[xyz]"/.test(line))).toEqual([])
    expect(totals).toHaveLength(3)
  })

  it('counts the events of watches, and open watches', async () => {
    const watch = await send(server.handle, 'GET', `${maps}?watch=true`)
    const { body } = watch.response
    if (!isByteStream(body)) throw new Error('the answer is not a stream')
    body.start({ write: () => undefined, end: () => undefined, backlog: () => 0 })
    await send(server.handle, 'POST', maps, { body: map('a') })
    const running = (lines: string[]) => lines.find((line) => line.startsWith('apiserver_longrunning_requests'))
    const lines = await metrics()
    expect(lines).toContain('apiserver_watch_events_total{group="",kind="ConfigMap",version="v1"} 1')
    expect(running(lines)).toMatch(/verb="WATCH".* 1$/)
    body.stop()
    body.stop()
    expect(running(await metrics())).toMatch(/ 0$/)
  })

  it('reports requests to deprecated versions', async () => {
    await send(server.handle, 'GET', '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas')
    expect(await metrics()).toContain(
      'apiserver_requested_deprecated_apis{group="flowcontrol.apiserver.k8s.io",removed_release="1.32",resource="flowschemas",subresource="",version="v1beta3"} 1',
    )
  })

  it('shows hidden metrics with the option', async () => {
    const hidden = 'apiserver_storage_db_total_size_in_bytes'
    expect((await metrics()).join('\n')).not.toContain(hidden)
    await server.close()
    server = await start({ showHiddenMetrics: true })
    expect((await metrics()).join('\n')).toContain(`# HELP ${hidden} [ALPHA] (Deprecated since 1.28.0) `)
  })
})
