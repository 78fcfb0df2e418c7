import { sendDocument } from './document-sending.ts'
import type { OpenDocument } from './documents.svelte.ts'
import { notices } from './notices.svelte.ts'
import { listRefused } from './refused-objects.ts'
import type { Workspace } from './workspace.svelte.ts'

/** Applies texts in order, with the editor's field managers: a later apply in the editor then owns the same fields. */
export async function applyDocuments(
  workspace: Workspace,
  documents: readonly OpenDocument[] = workspace.documents.all,
): Promise<void> {
  for (const document of documents) {
    try {
      const results = await sendDocument(workspace, document, { dryRun: false })
      const refused = results.filter(({ outcome }) => outcome === 'failed')
      if (refused.length === 0) document.markApplied()
      else
        notices.show({
          tone: 'error',
          title: `${refused.length} of ${results.length} objects of ${document.name} were refused`,
          detail: listRefused(refused),
          cluster: workspace.cluster.id,
        })
    } catch (error) {
      notices.fail(`${document.name} was not applied`, error, workspace.cluster.id)
    }
  }
}
