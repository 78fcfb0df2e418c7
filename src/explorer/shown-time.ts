import { shownRevision } from '../state/shown-revision.svelte.ts'
import { now } from '../widgets/now.svelte.ts'

/**
 * The time for which ages are computed: the time of the shown revision, else the current time. A template that reads it is drawn
 * again when the time changes.
 */
export const shownTime = (cluster: string): number => shownRevision.timeOf(cluster) ?? now()
