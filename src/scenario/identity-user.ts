import type { Identity } from './scenario.ts'

/** The user name of an identity in requests to the server. */
export const userOf = (identity: Identity): string =>
  'user' in identity ? identity.user : `system:serviceaccount:${identity.serviceAccount.replace('/', ':')}`
