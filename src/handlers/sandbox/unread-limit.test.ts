import { expect, test } from 'vitest'
import { SANDBOX_LIMITS } from './messages.ts'
import { UnreadLimit } from './unread-limit.ts'

const FASTER = 'the handler sends messages faster than they are read'

test('refuses a message beyond the number allowed between two pings', () => {
  const limit = new UnreadLimit()
  for (let sent = 0; sent < SANDBOX_LIMITS.unread; sent++) limit.count('x')
  expect(() => limit.count('x')).toThrow(FASTER)
  limit.reset()
  expect(() => limit.count('x')).not.toThrow()
})

test('refuses a message beyond the characters allowed between two pings', () => {
  const limit = new UnreadLimit()
  const text = 'x'.repeat(SANDBOX_LIMITS.unreadText / 2)
  limit.count(text)
  limit.count(text)
  expect(() => limit.count('x')).toThrow(FASTER)
  limit.reset()
  expect(() => limit.count(text)).not.toThrow()
})
