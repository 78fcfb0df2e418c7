import { shownRevision } from '../state/shown-revision.svelte.ts'
import { now } from '../widgets/now.svelte.ts'

/** The time from which ages count: that of the shown moment, else now. Read in a template, it updates. */
export const shownTime = (cluster: string): number => shownRevision.timeOf(cluster) ?? now()
