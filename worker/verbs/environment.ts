import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { Admission } from '../admission/chain.ts'
import type { AccountTokens } from '../authentication/service-account/account-tokens.ts'
import type { Identify } from '../authentication/authenticators.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { WriteGuard } from '../authorization/write-guard.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Store, Stored } from '../store/store.ts'

/** The parts of a cluster that the verbs work with. */
export interface Environment {
  readonly store: Store
  readonly catalog: Catalog
  readonly clock: Clock
  readonly dialect: Dialect
  readonly admission: Admission
  /** Answers access reviews, and decides whether the caller of an update or patch may create a missing object. */
  readonly authorizer: Authorizer
  /**
   * Guards against objects that grant more permissions than their writers have, by storage name; called after mutating
   * admission.
   */
  readonly guards: ReadonlyMap<string, WriteGuard>
  /** Guards against references to objects that the writer may not read, by storage name; called with a valid object. */
  readonly referenceGuards: ReadonlyMap<string, WriteGuard>
  /** Answers token reviews. */
  readonly identify: Identify
  /** The audiences whose tokens this server accepts. */
  readonly audiences: readonly string[]
  /** Issues tokens of service accounts; loaded with the first token request. */
  readonly accountTokens: () => Promise<AccountTokens>
  /** Whether tokens may be bound to a node (feature gate `ServiceAccountTokenNodeBinding`). */
  readonly bindsToNodes: boolean
  /**
   * Objects that the real server stores without some of their defaults (`Behaviour.completeNew`): the next write of one
   * is stored even when it changes nothing. The set is lost when the server restarts.
   */
  readonly incomplete: WeakSet<Stored>
  /** The log of a container on a simulated node; its code is loaded with the first log. Absent when no container has a log. */
  readonly containerLog?: (request: ContainerLogRequest) => Promise<string>
}

/** A container of a pod, with the options of its log (`PodLogOptions`). */
export interface ContainerLogRequest {
  readonly pod: ApiObject
  readonly container: string
  readonly options: JsonObject
}
