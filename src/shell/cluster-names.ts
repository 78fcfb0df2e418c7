import { clusterNames } from '../cli/cluster-names.ts'
import type { Host } from '../cli/host.ts'
import type { DiscoveryCache } from '../cli/session.ts'
import { CLIENT_NAMES } from './client-names.ts'
import type { ShellCompletionSource } from './completion.ts'

/** Completes types and names from the cluster and files from the shell. A failed request gives no candidates. */
export const clusterSource = (host: Host, cache: DiscoveryCache): ShellCompletionSource => ({
  ...clusterNames(host, cache),
  clientNames: CLIENT_NAMES,
})
