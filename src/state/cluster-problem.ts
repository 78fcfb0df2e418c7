import type { ClusterState } from '../cluster/cluster.ts'

const PHASES = { opening: 'Opening', ready: '', reconnecting: 'Reconnecting', failed: 'Not connected' }

/** The problem of an open cluster as text; empty without a problem. */
export function problemOf(state: ClusterState | undefined): string {
  if (state === undefined) return ''
  const phase = PHASES[state.phase]
  if (state.error === undefined) return phase
  const what = state.saved === 'memory' ? 'No change is saved' : 'The last change was not saved'
  return `${phase || what}: ${state.error}`
}
