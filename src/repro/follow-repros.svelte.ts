import { untrack } from 'svelte'
import { notices } from '../state/notices.svelte.ts'
import { openedRepros } from '../state/opened-repro.svelte.ts'
import { session } from '../state/session.svelte.ts'

/** Shows the replay of each cluster that was created for a history. Call once. */
export function followRepros(): () => void {
  return $effect.root(() => {
    const workspace = $derived(session.workspace)
    const repro = $derived(workspace === undefined ? undefined : openedRepros.get(workspace.cluster.id))
    $effect(() => {
      if (workspace === undefined || repro === undefined) return
      const mounted = import('./mounted-replay.ts').then(({ mountReplay }) =>
        untrack(() => mountReplay(workspace.cluster, repro)),
      )
      mounted.catch((error: unknown) => notices.fail('The history cannot be shown', error))
      return () =>
        void mounted.then(
          (end) => end(),
          () => undefined,
        )
    })
  })
}
