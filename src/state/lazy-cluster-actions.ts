import type { ClusterActions } from './cluster-actions.ts'

/** Does something with whole clusters. */
export async function withClusterActions(run: (actions: ClusterActions) => Promise<void>): Promise<void> {
  const { clusterActions } = await import('./cluster-actions.ts')
  await run(clusterActions)
}
