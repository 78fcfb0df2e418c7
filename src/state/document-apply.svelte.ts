import type { ManifestResult } from '../client/manifest.ts'
import type { ApplyChoice } from './document-sending.ts'
import type { OpenDocument } from './documents.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

/** Gives a document to the server and keeps what the server said about each object in it. */
export class DocumentApply {
  #running = $state(false)
  #dryRun = $state(false)
  #results = $state.raw<readonly ManifestResult[]>([])
  #fault = $state.raw<Error>()

  get running(): boolean {
    return this.#running
  }

  /** Whether the results are those of a rehearsal. */
  get dryRun(): boolean {
    return this.#dryRun
  }

  get results(): readonly ManifestResult[] {
    return this.#results
  }

  /** Why nothing at all was sent: the text is not YAML. */
  get fault(): Error | undefined {
    return this.#fault
  }

  /** Whether there is anything to say. */
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
