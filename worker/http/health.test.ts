import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import type { HealthCheck } from './health.ts'
import { isStorageAnswering } from './health.ts'
import { healthIndicators, healthPaths, resetIndicators, serveHealth } from './health-documents.ts'

let healthy = true
const checks: readonly HealthCheck[] = [
  { name: 'ping' },
  { name: 'storage/log', healthy: () => healthy },
  { name: 'shutdown', readiness: true },
]

async function ask(url: string): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const answer = await serveHealth(pathname, searchParams, checks)
  return answer && `${answer.status} ${new TextDecoder().decode(answer.body as Uint8Array)}`
}

describe('serveHealth', () => {
  it('answers ok, or the result of every check when the query has verbose, even as verbose=false', async () => {
    healthy = true
    expect(await ask('/livez')).toBe('200 ok')
    expect(await ask('/livez?verbose=false')).toBe('200 [+]ping ok\n[+]storage/log ok\nlivez check passed\n')
    expect(await ask('/readyz?verbose')).toContain('[+]shutdown ok\nreadyz check passed\n')
  })

  it('marks excluded checks, and reports excluded names without a check', async () => {
    expect(await ask('/livez?verbose&exclude=ping&exclude=b&exclude=a')).toBe(
      '200 [+]ping excluded: ok\n[+]storage/log ok\n' +
        'warn: some health checks cannot be excluded: no matches for "a","b"\nlivez check passed\n',
    )
  })

  it('answers one check by its name, and 404 for an unknown name', async () => {
    expect(await ask('/livez/storage/log?verbose')).toBe('200 ok')
    expect(await ask('/livez/shutdown')).toBe('404 404 page not found\n')
    expect(await ask('/livez/')).toBe('404 404 page not found\n')
    expect(await ask('/live')).toBeUndefined()
  })

  it('answers 500 when a check fails', async () => {
    healthy = false
    expect(await ask('/healthz')).toBe('500 [+]ping ok\n[-]storage/log failed: reason withheld\nhealthz check failed\n')
    expect(await ask('/healthz?exclude=storage/log')).toBe('200 ok')
  })
})

describe('isStorageAnswering', () => {
  it('reads from shared storage, and returns false after an error or two seconds without an answer', async () => {
    const clock = virtualClock()
    expect(await isStorageAnswering({ catchUp: undefined }, clock)).toBe(true)
    expect(await isStorageAnswering({ catchUp: () => Promise.resolve() }, clock)).toBe(true)
    expect(await isStorageAnswering({ catchUp: () => Promise.reject(new Error('away')) }, clock)).toBe(false)
    const silent = isStorageAnswering({ catchUp: () => new Promise(() => undefined) }, clock)
    clock.advance(2000)
    expect(await silent).toBe(false)
  })
})

describe('the checks of the health endpoints', () => {
  it('have a path at each endpoint that runs them', () => {
    expect(healthPaths(checks).join(' ')).toBe(
      '/healthz /healthz/ping /healthz/storage/log /livez /livez/ping /livez/storage/log' +
        ' /readyz /readyz/ping /readyz/storage/log /readyz/shutdown',
    )
  })

  it('are reported as indicators with their last result', async () => {
    resetIndicators(checks)
    healthy = false
    await serveHealth('/readyz', new URLSearchParams('exclude=ping'), checks)
    healthy = true
    const lines = healthIndicators(checks).split('\n')
    expect(lines).toContain('kubernetes_healthcheck{name="storage/log",type="readyz"} 0')
    expect(lines).toContain('kubernetes_healthchecks_total{name="storage/log",status="error",type="readyz"} 1')
    expect(lines.join()).not.toContain('ping')
  })
})
