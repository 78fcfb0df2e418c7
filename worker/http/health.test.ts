import { describe, expect, it } from 'vitest'
import type { HealthCheck } from './health.ts'
import { serveHealth } from './health.ts'

let healthy = true
const checks: readonly HealthCheck[] = [
  { name: 'ping' },
  { name: 'storage/log', healthy: () => healthy },
  { name: 'shutdown', readiness: true },
]

function ask(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const answer = serveHealth(pathname, searchParams, checks)
  return answer && `${answer.status} ${new TextDecoder().decode(answer.body as Uint8Array)}`
}

describe('serveHealth', () => {
  it('answers ok, or every check where asked', () => {
    healthy = true
    expect(ask('/livez')).toBe('200 ok')
    expect(ask('/livez?verbose=false')).toBe('200 [+]ping ok\n[+]storage/log ok\nlivez check passed\n')
    expect(ask('/readyz?verbose')).toContain('[+]shutdown ok\nreadyz check passed\n')
  })

  it('leaves out what is excluded and says what it does not know', () => {
    expect(ask('/livez?verbose&exclude=ping&exclude=b&exclude=a')).toBe(
      '200 [+]ping excluded: ok\n[+]storage/log ok\n' +
        'warn: some health checks cannot be excluded: no matches for "a","b"\nlivez check passed\n',
    )
  })

  it('answers one check by its name', () => {
    expect(ask('/livez/storage/log?verbose')).toBe('200 ok')
    expect(ask('/livez/shutdown')).toBe('404 404 page not found\n')
    expect(ask('/livez/')).toBe('404 404 page not found\n')
    expect(ask('/live')).toBeUndefined()
  })

  it('fails with a check', () => {
    healthy = false
    expect(ask('/healthz')).toBe('500 [+]ping ok\n[-]storage/log failed: reason withheld\nhealthz check failed\n')
    expect(ask('/healthz?exclude=storage/log')).toBe('200 ok')
  })
})
