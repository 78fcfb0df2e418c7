import type { Authorizer } from './authorizer.ts'

/** `--authorization-mode=AlwaysAllow`. */
export const alwaysAllow = {
  name: 'AlwaysAllow',
  authorize: () => ({ effect: 'allow', reason: '' }),
} satisfies Authorizer
