import type { ApiObject } from '../../worker/api/object.ts'
import { embed } from '../address/current-embed.ts'
import { restoreObjects } from '../share/restored-objects.ts'
import { notices } from './notices.svelte.ts'
import { listRefused } from './refused-objects.ts'
import type { Workspace } from './workspace.svelte.ts'

/**
 * Writes the objects of a link or a file to a new cluster, and shows how many were created and which were refused.
 * @param isSilent whether to show only refusals
 */
export async function restoreCluster(
  workspace: Workspace,
  objects: readonly ApiObject[],
  { isSilent = embed !== undefined } = {},
): Promise<void> {
  const faults = await restoreObjects(workspace.cluster, objects, (group, kind) => workspace.resolveKind(group, kind))
  const created = objects.length - faults.length
  if (faults.length === 0) {
    // The viewer of an embed did not request the import.
    if (isSilent) return
    return notices.show({
      tone: 'success',
      title: `The cluster was made with ${created === 1 ? 'one object' : `${created} objects`}`,
    })
  }
  notices.show({
    tone: 'error',
    title: `${faults.length} of ${objects.length} objects were refused`,
    detail: listRefused(faults),
  })
}
