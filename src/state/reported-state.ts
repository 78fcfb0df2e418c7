import type { ClusterState } from '../cluster/cluster.ts'
import { notices } from './notices.svelte.ts'

/** Shows what the state of a cluster reports for the first time: a failure, or damaged data. */
export function reportState(
  cluster: string,
  { error, notice, phase, saved }: ClusterState,
  before: ClusterState,
): void {
  if (error !== undefined && error !== before.error && error !== notice)
    notices.show({
      tone: 'error',
      title: phase === 'ready' ? 'A change was not saved' : 'The cluster cannot be reached',
      detail: error,
      cluster,
    })
  if (notice !== undefined && notice !== before.notice)
    notices.show({
      tone: 'error',
      title: saved === 'memory' ? 'Stored data were deleted' : 'Stored data were damaged',
      detail: notice,
      cluster,
    })
}
