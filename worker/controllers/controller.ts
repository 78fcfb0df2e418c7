import type { SimulationRules } from '../api/cluster-settings.ts'
import type { AccountTokens } from '../authentication/service-account/account-tokens.ts'
import type { AuthorityFiles } from '../certificates/authority.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import type { EventRecorder, EventSource } from './client/event-recorder.ts'
import type { GroupVersionResource } from './client/group-version-resource.ts'
import type { Informer } from './client/informer.ts'
import type { ObjectClient } from './client/object-client.ts'
import type { ServedKinds } from './client/served-kinds.ts'
import type { ServerClient } from './client/server-client.ts'
import type { Backoff, WorkQueue } from './client/work-queue.ts'
import type { ObserveChanges, WakeUp } from './wake-up.ts'

/**
 * A controller watches resources and reconciles them. It reads and writes through the verbs, as any client
 * of the API does, and never through the store.
 */
export interface Controller {
  /** The controller starts only in a cluster that serves all of these resources. */
  readonly needs: readonly GroupVersionResource[]
  /** Resolves when the controller has received every object that existed at the start. */
  start(): Promise<void>
  /** The controller starts no write after `stop`; a write in progress may finish. */
  stop(): void
}

/** The names of a controller that `--controllers` accepts, and how the controller starts. */
export interface ControllerDescriptor {
  readonly name: string
  /** The name in earlier releases. */
  readonly alias?: string
  /** Whether `*` leaves the controller disabled. */
  readonly isDisabledByDefault?: boolean
  /** Factors on `--kube-api-qps` and `--kube-api-burst`, as in cmd/kube-controller-manager/app; 1 by default. */
  readonly clientRate?: { readonly qps: number; readonly burst: number }
  /**
   * A cluster is at rest when its controllers have no work. In the copy of such a cluster, this controller starts with the
   * first change for which `wakeUp` returns true, or at once when `wakeUp` is absent. Only for controllers that act on
   * changes and never on time, and whose work is in queues or requests.
   */
  readonly wakeUp?: WakeUp
}

/** A controller of the controller manager: a file in a family's folder, listed in manager-controllers.ts. */
export interface ManagerController extends ControllerDescriptor {
  open(context: ManagerContext): Controller
}

/** A controller that the server loads with its own code, before the controller manager. */
export interface EarlyController extends ControllerDescriptor {
  open(context: ControllerContext): Controller
}

export interface ControllerContext {
  readonly client: ServerClient
  readonly clock: Clock
  readonly dialect: Dialect
  /** The certificate authority of the cluster. Without one from the host, the first call makes one. */
  readonly authority: () => Promise<AuthorityFiles>
  /** How simulated containers end when no annotation of their pod decides it. */
  readonly simulation?: SimulationRules | undefined
  /** Observes the changes of this cluster; defined only in the copy of a cluster at rest. */
  readonly copiedAtRest?: ObserveChanges | undefined
  /** Receives errors that a controller does not expect; the controller continues with the next change. */
  readonly report: (error: unknown) => void
}

/**
 * The context of a controller of the manager. Such a controller reads objects from informers, handles one key at a time
 * through a work queue, and records events.
 */
export interface ManagerContext extends ControllerContext {
  readonly objects: ObjectClient
  readonly kinds: ServedKinds
  /** For controllers that need the schema of a kind. */
  readonly catalog: Catalog
  /** `--root-ca-file`: certificate authorities by which pods verify the server (PEM); empty when there is none. */
  readonly rootCertificates: () => Promise<string>
  readonly accountTokens: () => Promise<AccountTokens>
  /** Milliseconds between two requests at the sustained rate of the client (`--kube-api-qps`); 0 without a limit. */
  readonly requestInterval: number
  /** `objects` with another user and field manager: a template of the dialect, such as `{agent}`. */
  objectsAs(user: string): ObjectClient
  /** The informer of a resource. All controllers share it; the first call starts its reflector. */
  informer(resource: GroupVersionResource): Informer
  /**
   * A work queue. It calls `sync` only while every open informer has synced, so open all informers before the first
   * `await`.
   * @param sync reconciles one key; after a throw the queue calls it again with backoff
   */
  queue(sync: (key: string) => Promise<void>, backoff?: Backoff): WorkQueue
  /**
   * @param component the `source.component` of the events, such as `replicaset-controller`
   * @param source the user and the host in the name of which the events are written; by default, the manager
   */
  recorder(component: string, source?: EventSource): EventRecorder
}
