import type { Caller } from './verbs.ts'

/** Who writes what the server makes of its own accord. */
export const serverItself: Caller = {
  requestId: '',
  user: { username: 'system:apiserver', uid: '', groups: ['system:masters'], extra: {} },
  userAgent: '',
  signal: new AbortController().signal,
  trace: { stage: () => undefined },
  warn: () => undefined,
}
