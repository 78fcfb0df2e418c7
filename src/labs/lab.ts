import type { Component } from 'svelte'
import type { LabId } from '../address/labs.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import type { LabData } from './lab-data.ts'
import type { LabState } from './lab-state.svelte.ts'

/** An example that a reader chooses; its data replaces the data of the lab. */
export interface LabExample {
  readonly title: string
  readonly data: LabData
}

/**
 * A view of one part of the API: a file in `labs/NAME/` that ends in `satisfies Lab`, listed in labs.ts. The view sends HTTP
 * requests to the open cluster. Its contents are a document of that cluster, so share links and saved files include them.
 */
export interface Lab {
  readonly id: LabId
  /** One sentence that says what a user can try here. */
  readonly summary: string
  /** The contents of the lab until the user changes them. */
  readonly first: LabData
  readonly examples: readonly LabExample[]
  /** The file, below `scenarios/`, of the lesson that opens this lab. */
  readonly lesson: string
  readonly View: Component<{ workspace: Workspace; data: LabState }>
}
