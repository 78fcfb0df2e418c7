import type { ClusterSettings } from '../../worker/api/cluster-settings.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { LabId } from '../address/labs.ts'
import type { Place } from './place.ts'

/** A scenario after `readScenario` has checked it (reference/scenarios.md 1). Its texts are Markdown that holds no HTML. */
export interface Scenario {
  readonly apiVersion: 'tabplane.dev/v1'
  readonly kind: 'Scenario'
  /** A DNS label. The page stores a reader's progress under this name. */
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly level: Level
  /** The minutes that a reader needs. */
  readonly minutes: number
  readonly course?: string
  /** The language of the texts, a BCP 47 tag. */
  readonly locale: string
  readonly dialect: DialectName
  /** The settings of the cluster that differ from the defaults. */
  readonly cluster?: ClusterSettings
  readonly identities: readonly Identity[]
  /** The objects that exist before the first step. */
  readonly objects: readonly ApiObject[]
  /** Files in the shell's home folder, which are documents of the editor. */
  readonly files: readonly ScenarioFile[]
  readonly panes?: readonly PaneName[]
  readonly steps: readonly Step[]
}

export type Level = 'beginner' | 'intermediate' | 'advanced'
export type PaneName = 'terminal' | 'editor' | 'explorer' | 'map' | 'requests' | `${LabId}-lab`

/** The identity of a reader's requests: a user, or a service account as `namespace/name`. */
export type Identity =
  | { readonly name: string; readonly user: string; readonly groups?: readonly string[] }
  | { readonly name: string; readonly serviceAccount: string }

export interface ScenarioFile {
  readonly name: string
  readonly text: string
}

export interface Step {
  readonly title: string
  readonly text: string
  /** The name of an identity; without it the reader acts as the cluster's administrator. */
  readonly identity?: string
  readonly checks: readonly Check[]
  /** Markdown, from the vaguest to the most exact. */
  readonly hints: readonly string[]
  readonly questions: readonly Question[]
  readonly solution: readonly Action[]
}

export interface Check {
  /** Unique in the scenario. `needs` refers to it. */
  readonly name: string
  readonly title: string
  /** A CEL expression that returns a bool (reference/scenarios.md 4). */
  readonly expr: string
  /** Checks of the same step that must pass first. */
  readonly needs: readonly string[]
  /** Detects a mistake of the reader, and says how to undo it. */
  readonly failcheck?: { readonly expr: string; readonly message: string }
  /** Shown while the check has not passed. */
  readonly pending?: string
  readonly passed?: string
  /** The position of `expr` in the text. */
  readonly place: Place
}

export interface Question {
  readonly ask: string
  /** Exactly one option is right. */
  readonly options: readonly {
    readonly text: string
    readonly right: boolean
    /** Why the option is right or wrong; shown after the choice. */
    readonly why?: string
  }[]
}

/**
 * `answer` holds the chosen option of each question of the step, counted from 0. `handler` names a file of the scenario
 * whose code the reader allows to run.
 */
export type Action =
  | { readonly run: string }
  | { readonly apply: string }
  | { readonly handler: string }
  | { readonly answer: readonly number[] }
