import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createApiServer } from '../../worker/server/api-server.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { memoryLog } from '../../worker/store/persistence/memory-log.ts'
import { addProcessMetrics } from '../../serve/process-measures.ts'

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

/** Families that have no series before a request waits or fails, or a watch opens. */
const RARE = [
  'apiserver_flowcontrol_current_inqueue_requests',
  'apiserver_flowcontrol_rejected_requests_total',
  'etcd_request_errors_total',
  'apiserver_longrunning_requests',
  'apiserver_watch_events_total',
]

test('a server writes every metric of the dashboard, except for the rare ones', async () => {
  const dashboard = JSON.parse(readFileSync('docs/dashboard.json', 'utf8')) as Dashboard
  const api = await createApiServer({
    dialect: dialects.k8s,
    clock: virtualClock(),
    log: memoryLog(),
    addMetrics: addProcessMetrics,
  })
  const ask = async (method: string, url: string, body?: string): Promise<string> => {
    const headers = new Map([['content-type', 'application/json']])
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) }
    const answer = await api.handle({ method, url, headers, ...bytes, signal: new AbortController().signal })
    return answer.body instanceof Uint8Array ? new TextDecoder().decode(answer.body) : ''
  }
  await ask('POST', '/api/v1/namespaces/default/configmaps', '{"metadata":{"name":"a"}}')
  const families = new Set([...(await ask('GET', '/metrics')).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  await api.close()
  const used = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(apiserver|etcd|process|nodejs)_\w+/g) ?? []),
  )
  expect(used.length).toBeGreaterThan(15)
  const missing = used.map((name) => name.replace(/_bucket$/, '')).filter((name) => !families.has(name))
  expect(missing.filter((name) => !RARE.includes(name))).toEqual([])
})
