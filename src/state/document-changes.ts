import type { Difference } from '../../worker/patch/json-differences.ts'
import { comparable } from '../../worker/patch/json-differences.ts'
import { keyedDifferences } from '../../worker/patch/keyed-differences.ts'
import { ApiError } from '../client/api-error.ts'
import type { ManifestResult } from '../client/manifest.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { getJson } from '../client/resource-client.ts'
import { resourcePath } from '../client/resource-path.ts'
import { sendDocument } from './document-sending.ts'
import type { OpenDocument } from './documents.svelte.ts'
import { asReader } from './reader-identities.ts'
import type { Workspace } from './workspace.svelte.ts'

/** The changes that an apply would make to one object of a document. */
export interface PlannedChange {
  /** Kind and name: `deployment/web`. */
  readonly title: string
  readonly outcome: 'created' | 'changed' | 'unchanged' | 'refused'
  /** The differences from the live object to the object after the apply. */
  readonly changes: readonly Difference[]
  readonly error?: Error | undefined
}

/** Compares the live objects with the answers of a dry run. @throws Error when the text is not YAML */
export async function plannedChanges(workspace: Workspace, document: OpenDocument): Promise<readonly PlannedChange[]> {
  const results = await sendDocument(workspace, document, { dryRun: true })
  return Promise.all(results.map((result) => planned(workspace, result)))
}

async function planned(workspace: Workspace, { title, ref, answer, error }: ManifestResult): Promise<PlannedChange> {
  if (ref === undefined || answer === undefined) return { title, outcome: 'refused', changes: [], error }
  const live = await liveObject(workspace, resourcePath(ref))
  if (live === undefined) return { title, outcome: 'created', changes: [] }
  // A dry run increments the generation as a write does, so the generation is not compared.
  const changes = keyedDifferences(comparable(live), comparable(answer)).filter(
    ({ path }) => path !== '/metadata/generation',
  )
  return { title, outcome: changes.length === 0 ? 'unchanged' : 'changed', changes }
}

async function liveObject(workspace: Workspace, path: string): Promise<StoredObject | undefined> {
  try {
    return await getJson<StoredObject>(asReader(workspace.cluster), path)
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return undefined
    throw error
  }
}
