import type { ManifestResult } from '../api/manifest.ts'
import { EDITOR_MANAGER, applyManifest, readManifest } from '../api/manifest.ts'
import { replaceObject } from '../api/resource-client.ts'
import { ApiError } from '../api/api-error.ts'
import type { OpenDocument } from './documents.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

export interface ApplyChoice {
  readonly dryRun: boolean
  /** Takes over the fields that other managers own. */
  readonly force?: boolean
}

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

  /** Whether another manager owns fields that the document sets. */
  get conflict(): boolean {
    return this.#results.some(({ error }) => error instanceof ApiError && error.reason === 'Conflict')
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
      this.#results = await (document.object === undefined ? manifest : replacement)(workspace, document, choice)
      this.#dryRun = choice.dryRun
      if (!choice.dryRun && this.#results.every((result) => result.outcome !== 'failed')) document.markApplied()
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error))
    } finally {
      this.#running = false
    }
  }
}

function manifest(workspace: Workspace, document: OpenDocument, { dryRun, force }: ApplyChoice): Promise<ManifestResult[]> {
  return applyManifest(document.text, {
    cluster: workspace.cluster,
    resolve: (group, kind) => workspace.resolveKind(group, kind),
    namespace: workspace.namespace || 'default',
    dryRun,
    force,
  })
}

/** An object's own document is an edit of the whole object: it replaces it, unless it changed meanwhile. */
async function replacement(workspace: Workspace, document: OpenDocument, { dryRun }: ApplyChoice): Promise<ManifestResult[]> {
  const ref = document.object
  const [object, ...others] = await readManifest(document.text)
  if (ref === undefined || object === undefined || others.length > 0) throw new Error('The document must hold one object')
  try {
    await replaceObject(workspace.cluster, ref, object, { fieldManager: EDITOR_MANAGER, dryRun })
    return [{ title: document.name, outcome: 'applied', ref }]
  } catch (error) {
    return [{ title: document.name, outcome: 'failed', ref, error: error instanceof Error ? error : new Error(String(error)) }]
  }
}
