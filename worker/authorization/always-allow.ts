import type { Authorizer } from './authorizer.ts'

const everything = { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }

/** The authorizer `--authorization-mode=AlwaysAllow`. */
export const alwaysAllow = {
  name: 'AlwaysAllow',
  authorize: () => ({ effect: 'allow', reason: '' }),
  rules: () => ({
    rules: [
      { ...everything, apiGroups: ['*'], resources: ['*'] },
      { ...everything, nonResourceURLs: ['*'] },
    ],
    incomplete: false,
    error: '',
  }),
} satisfies Authorizer
