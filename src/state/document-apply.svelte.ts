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

  get running(): boolean {
    return this.#running
  }

  /** Whether the results are those of a dry run. */
  get dryRun(): boolean {
    return this.#dryRun
  }

  get results(): readonly ManifestResult[] {
    return this.#results
  }

  /** The syntax error when nothing was sent because the text is not YAML. */
  get fault(): Error | undefined {
    return this.#fault
  }

  /** Whether there are results or an error. */
  get answered(): boolean {
    return this.#fault !== undefined || this.#results.length > 0
  }

  clear(): void {
    this.#results = []
    this.#fault = undefined
  }

  async run(workspace: Workspace, document: OpenDocument, choice: ApplyChoice): Promise<void> {
    if (this.#running) return
    this.#running = true
    this.clear()
    try {
      const { sendDocument } = await import('./document-sending.ts')
      this.#results = await sendDocument(workspace, document, choice)
      this.#dryRun = choice.dryRun
      if (!choice.dryRun && this.#results.every((result) => result.outcome !== 'failed')) document.markApplied()
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error))
    } finally {
      this.#running = false
    }
  }
}
