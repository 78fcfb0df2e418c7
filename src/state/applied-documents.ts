import type { ManifestResult } from '../client/manifest.ts'
import { describeError } from '../client/api-error.ts'
import { sendDocument } from './document-sending.ts'
import type { OpenDocument } from './documents.svelte.ts'
import { notices } from './notices.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

const MOST_LINES = 10

/** Applies texts in order with the editor's field managers, so that a later apply in the editor owns the same fields. */
export async function applyDocuments(
  workspace: Workspace,
  documents: readonly OpenDocument[] = workspace.documents.all,
): Promise<void> {
  for (const document of documents) {
    try {
      const results = await sendDocument(workspace, document, { dryRun: false })
      const refused = results.filter(({ outcome }) => outcome === 'failed')
      if (refused.length === 0) document.markApplied()
      else showRefused(`${refused.length} of ${results.length} objects of ${document.name} were refused`, refused)
    } catch (error) {
      notices.fail(`${document.name} was not applied`, error)
    }
  }
}

function showRefused(title: string, refused: readonly ManifestResult[]): void {
  const lines = refused.slice(0, MOST_LINES).map(({ title: object, error }) => `${object}: ${describeError(error)}`)
  if (refused.length > lines.length) lines.push(`and ${refused.length - lines.length} more`)
  notices.show({ tone: 'error', title, detail: lines.join('\n') })
}
