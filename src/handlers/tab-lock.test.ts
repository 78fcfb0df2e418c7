import { expect, it } from 'vitest'
import { TabLock } from './tab-lock.ts'

type Request = LockManager['request']
type Granted = () => Promise<void> | undefined

const lockOf = (request: (options: LockOptions, granted: Granted) => Promise<unknown>) => {
  const events: string[] = []
  let requests = 0
  const counted = (_name: string, options: LockOptions, granted: Granted): Promise<unknown> => {
    if (++requests > 3) throw new Error('the lock is requested without an end')
    return request(options, granted)
  }
  const listener = { taken: () => void events.push('taken'), lost: () => void events.push('lost') }
  const lock = new TabLock('name', listener, { request: counted as Request })
  return { lock, events, requests: () => requests }
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

it('holds its own lock when the browser denies locks, as in a frame of another site', async () => {
  const denied = new DOMException('The request was denied.', 'SecurityError')
  const { lock, events, requests } = lockOf(() => Promise.reject(denied))
  lock.request()
  await turn()
  expect({ events, requests: requests(), isHeld: lock.isHeld }).toEqual({
    events: ['taken'],
    requests: 1,
    isHeld: true,
  })
})

it('takes its own lock at once when the browser denies locks', async () => {
  const { lock, events } = lockOf(() => Promise.reject(new DOMException('', 'SecurityError')))
  await lock.take()
  expect(events).toEqual(['taken'])
})

it('waits again after another tab has taken the lock', async () => {
  let steal!: (error: Error) => void
  const { lock, events, requests } = lockOf((_options, granted) => {
    if (requests() > 1) return new Promise(() => undefined)
    void granted()
    return new Promise((_resolve, reject) => (steal = reject))
  })
  lock.request()
  await turn()
  steal(new DOMException('', 'AbortError'))
  await turn()
  expect({ events, requests: requests(), isHeld: lock.isHeld }).toEqual({
    events: ['taken', 'lost'],
    requests: 2,
    isHeld: false,
  })
})
