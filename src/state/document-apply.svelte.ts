import type { ManifestResult } from '../client/manifest.ts'
import type { ApplyChoice } from './document-sending.ts'
import type { OpenDocument } from './documents.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

/** Applies a document and stores the result of each object. */
export class DocumentApply {
  #running = $state(false)
  #dryRun = $state(false)
  #results = $state.raw<readonly ManifestResult[]>([])
  #fault = $state.raw<Error>()
  /** The text that the results are about. */
  #sent = $state.raw<{ readonly document: OpenDocument; readonly text: string }>()

  get running(): boolean {
    return this.#running
  }

  /** Whether the results come from a dry run. */
  get dryRun(): boolean {
    return this.#dryRun
  }

  get results(): readonly ManifestResult[] {
    return this.#results
  }

  /** The error when nothing was sent, for example because the text is not YAML. */
  get fault(): Error | undefined {
    return this.#fault
  }

  /** Whether there are results or an error about the present text of the document. */
  answers(document: OpenDocument): boolean {
    if (this.#fault === undefined && this.#results.length === 0) return false
    if (this.#sent?.document !== document) return false
    const isApplied = this.#fault === undefined && !this.#dryRun && this.failed === 0
    // The text of a live object follows the server after an apply.
    return this.#sent.text === document.text || (isApplied && !document.dirty)
  }

  /** The number of refused objects. */
  get failed(): number {
    return this.#results.filter(({ outcome }) => outcome === 'failed').length
  }

  clear(): void {
    this.#sent = undefined
    this.#results = []
    this.#fault = undefined
  }

  async run(workspace: Workspace, document: OpenDocument, choice: ApplyChoice): Promise<void> {
    if (this.#running) return
    this.#running = true
    this.clear()
    const { text } = document
    try {
      const { sendDocument } = await import('./document-sending.ts')
      this.#results = await sendDocument(workspace, document, choice)
      this.#dryRun = choice.dryRun
      if (!choice.dryRun && this.failed === 0) document.markApplied()
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error))
    } finally {
      this.#sent = { document, text }
      this.#running = false
    }
  }
}
