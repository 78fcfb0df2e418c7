import type { Identity } from './scenario.ts'

/** The user name as which the server sees an identity. */
export const userOf = (identity: Identity): string =>
  'user' in identity ? identity.user : `system:serviceaccount:${identity.serviceAccount.replace('/', ':')}`
