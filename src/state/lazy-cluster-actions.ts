import type { ClusterActions } from './cluster-actions.ts'

/** Loads the actions on whole clusters and runs one. */
export async function withClusterActions(run: (actions: ClusterActions) => Promise<void>): Promise<void> {
  const { clusterActions } = await import('./cluster-actions.ts')
  await run(clusterActions)
}
