import type { ClusterState } from '../cluster/cluster.ts'

const PHASES = { opening: 'Opening', ready: '', reconnecting: 'Reconnecting', failed: 'Not connected' }

/** What is not as it should be with an open cluster, in words; empty where nothing is. */
export function troubleOf(state: ClusterState | undefined): string {
  if (state === undefined) return ''
  const phase = PHASES[state.phase]
  if (state.error === undefined) return phase
  return `${phase || 'The last change was not saved'}: ${state.error}`
}
