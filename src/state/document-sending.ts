import type { ManifestResult } from '../client/manifest.ts'
import { EDITOR_MANAGER, applyManifest, readManifest, withoutServerFields } from '../client/manifest.ts'
import { applyObject, replaceObject } from '../client/resource-client.ts'
import { appliedFeed } from './applied-feed.ts'
import type { OpenDocument } from './documents.svelte.ts'
import { asReader } from './reader-identities.ts'
import { READ_ONLY_REVISION } from './revision-lens.ts'
import { shownRevision } from './shown-revision.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

export interface ApplyChoice {
  readonly dryRun: boolean
  /** Whether to force the apply of the object with this index, which takes over the fields of other managers. */
  readonly force?: (index: number) => boolean
}

/**
 * Sends a document: applies each object of a file, or updates the object that the document shows.
 * @throws Error when the page shows an earlier revision, when the text is not YAML, or when a document that shows one object
 *   contains none or several
 */
export async function sendDocument(
  workspace: Workspace,
  document: OpenDocument,
  choice: ApplyChoice,
): Promise<ManifestResult[]> {
  const { name, text } = document
  if (shownRevision.of(workspace.cluster.id) !== undefined) throw new Error(READ_ONLY_REVISION)
  const send = document.object === undefined ? manifest : replacement
  const results = await send(workspace, document, choice)
  if (!choice.dryRun) appliedFeed.announce(workspace.cluster.id, { name, text, results })
  return results
}

function manifest(
  workspace: Workspace,
  document: OpenDocument,
  { dryRun, force }: ApplyChoice,
): Promise<ManifestResult[]> {
  return applyManifest(document.text, {
    cluster: asReader(workspace.cluster),
    resolve: (group, kind) => workspace.resolveKind(group, kind),
    namespace: workspace.namespace || 'default',
    dryRun,
    force,
    manager: document.manager,
  })
}

/** Updates the object, with its resourceVersion as the precondition. When the object was deleted, creates it again. */
async function replacement(
  workspace: Workspace,
  document: OpenDocument,
  { dryRun }: ApplyChoice,
): Promise<ManifestResult[]> {
  const ref = document.object
  const cluster = asReader(workspace.cluster)
  const [object, ...others] = await readManifest(document.text)
  if (ref === undefined || object === undefined || others.length > 0)
    throw new Error('The document must hold one object')
  try {
    const options = { fieldManager: EDITOR_MANAGER, dryRun }
    if (document.live !== undefined) {
      await replaceObject(cluster, ref, object, options)
      return [{ title: document.name, outcome: 'applied', ref }]
    }
    await applyObject(cluster, ref, withoutServerFields(object), options)
    return [{ title: document.name, outcome: 'created', ref }]
  } catch (error) {
    return [
      {
        title: document.name,
        outcome: 'failed',
        ref,
        error: error instanceof Error ? error : new Error(String(error)),
      },
    ]
  }
}
