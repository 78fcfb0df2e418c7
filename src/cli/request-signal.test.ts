import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { requestSignal } from './request-signal.ts'

const open = (): AbortController => new AbortController()
const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))

it('aborts after the time limit, even when garbage was collected in between', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const closed = open()
  const signal = aborted(requestSignal([open().signal, closed.signal], closed.signal, 300))
  // Objects of the current turn are not collected.
  await new Promise((resolve) => setTimeout(resolve, 10))
  collect()
  expect(await signal).toMatchObject({ name: 'TimeoutError' })
})

it('aborts with the first of the other signals', async () => {
  const closed = open()
  const stopped = open()
  const reason = aborted(requestSignal([stopped.signal, closed.signal], closed.signal, 60_000))
  stopped.abort('stopped')
  expect(await reason).toBe('stopped')
  closed.abort()
})

it('has no limit when none is given', async () => {
  const closed = open()
  const reason = aborted(requestSignal([closed.signal], closed.signal, undefined))
  closed.abort('closed')
  expect(await reason).toBe('closed')
})
