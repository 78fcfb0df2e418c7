import { cronJob } from './cron-job.ts'
import { database } from './database.ts'
import type { Example } from './example.ts'
import { guestbook } from './guestbook.ts'
import { ingress } from './ingress.ts'
import { networkPolicies } from './network-policies.ts'
import { teamAccess } from './team-access.ts'
import { twoManagers } from './two-managers.ts'

/** In the order of the examples page. */
export const examples: readonly Example[] = [
  guestbook,
  database,
  ingress,
  cronJob,
  teamAccess,
  networkPolicies,
  twoManagers,
]
