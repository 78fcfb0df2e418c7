import type { ClusterActions } from './cluster-actions.ts'
import { notices } from './notices.svelte.ts'

/** Loads the actions on whole clusters. */
export const loadClusterActions = async (): Promise<ClusterActions> =>
  (await import('./cluster-actions.ts')).clusterActions

/** Loads the actions on whole clusters and runs one. When they cannot be loaded, a notice says so. */
export async function withClusterActions(run: (actions: ClusterActions) => Promise<void>): Promise<void> {
  let actions: ClusterActions
  try {
    actions = await loadClusterActions()
  } catch (error) {
    return notices.fail('The actions on clusters could not be loaded', error)
  }
  await run(actions)
}
