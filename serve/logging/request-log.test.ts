import { expect, test } from 'vitest'
import type { Handle } from '../../worker/api/exchange.ts'
import { parseFlags } from '../flags.ts'
import { openLoggers } from './logger.ts'
import { loggedHandle } from './request-log.ts'

const handle: Handle = () => Promise.resolve({ status: 404, headers: [['Audit-Id', 'a1']], body: new Uint8Array() })

test('logs one line for each request from level 3 on, without its credentials', async () => {
  const lines: string[] = []
  const context = { write: (line: string) => lines.push(line), now: () => 0, processId: 7 }
  const logged = loggedHandle(handle, openLoggers(parseFlags(['--v=3']), context)('request-log'), () => 1)
  const headers = new Map([
    ['authorization', 'Bearer secret'],
    ['user-agent', 'kubectl'],
  ])
  await logged({ method: 'GET', url: '/api?x=%0a', headers, signal: new AbortController().signal, peerAddress: '::1' })
  expect(lines.join('')).toContain(
    '"HTTP" verb="GET" URI="/api?x=%0a" latency="0.000ms" userAgent="kubectl" audit-ID="a1" srcIP="::1" resp=404\n',
  )
  expect(lines.join('')).not.toContain('secret')
})

test('returns the handler itself below level 3', () => {
  const context = { write: () => undefined, now: () => 0, processId: 7 }
  expect(loggedHandle(handle, openLoggers(parseFlags([]), context)('request-log'), () => 1)).toBe(handle)
})
