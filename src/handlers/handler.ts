/**
 * A handler is a file of TypeScript or JavaScript, `guard.handler.ts`, whose default export follows `Handler`. It runs in
 * a worker without network, storage or access to the page. In a real cluster, a pod behind a Service runs such code.
 *
 *     export default {
 *       kind: 'webhook',
 *       service: 'default/guard',
 *       routes: {
 *         '/owner': {
 *           admission({ object }) {
 *             if (object?.metadata.labels?.owner === undefined) return { denied: 'the label owner is missing' }
 *           },
 *         },
 *       },
 *     } satisfies Handler
 */
export type Handler = WebhookHandler | ControllerHandler | ScriptHandler

/** A value, or a promise of one. */
type Awaitable<T> = T | Promise<T>

/** An object of the API. Its other fields depend on its kind. */
export interface HandledObject {
  apiVersion: string
  kind: string
  metadata: {
    name?: string
    namespace?: string
    uid?: string
    generation?: number
    labels?: Record<string, string>
    annotations?: Record<string, string>
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** Answers the calls of webhook configurations, as a pod behind a Service does. */
export interface WebhookHandler {
  readonly kind: 'webhook'
  /**
   * `namespace/name`. A configuration reaches the handler by `service: {namespace, name, path}`, which needs a Service
   * object with the port, or by the URL `https://<name>.<namespace>.svc/<path>`, which does not.
   */
  readonly service: string
  /** The routes by path: `/owner`. Another path answers 404. */
  readonly routes: Readonly<Record<string, WebhookRoute>>
}

/** Exactly one function. An error that it throws becomes an answer with status 500. */
export type WebhookRoute =
  | { admission(request: AdmissionRequest): Awaitable<AdmissionVerdict | undefined | void> }
  | { convert(object: HandledObject, desiredAPIVersion: string): Awaitable<HandledObject> }
  | { tokenReview(request: TokenRequest): Awaitable<TokenVerdict | undefined | void> }
  | { accessReview(request: AccessRequest): Awaitable<AccessVerdict | undefined | void> }
  | { imageReview(request: ImageRequest): Awaitable<ImageVerdict | undefined | void> }
  | { http(request: HttpRequest): Awaitable<HttpAnswer> }

/** The `request` of an AdmissionReview, `v1` or `v1beta1`. */
export interface AdmissionRequest {
  readonly uid: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string }
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string }
  readonly subResource?: string
  readonly namespace?: string
  readonly name?: string
  readonly userInfo: { readonly username: string; readonly groups?: readonly string[] }
  /** The object after the write; null for DELETE. */
  readonly object: HandledObject | null
  /** The object before the write; null for CREATE and CONNECT. */
  readonly oldObject: HandledObject | null
  readonly dryRun?: boolean
}

/** The request is allowed when `denied`, or the whole verdict, is absent. */
export interface AdmissionVerdict {
  /** The message of the refusal. */
  readonly denied?: string
  /** The HTTP status of the refusal; 403 by default. */
  readonly code?: number
  /** The changed object, of a mutating webhook; the runner derives the JSON patch. */
  readonly object?: HandledObject
  /** A JSON patch, instead of `object`. */
  readonly patch?: readonly Readonly<Record<string, unknown>>[]
  readonly warnings?: readonly string[]
  readonly auditAnnotations?: Readonly<Record<string, string>>
}

/** The `spec` of a TokenReview, `v1` or `v1beta1`. */
export interface TokenRequest {
  readonly token: string
  readonly audiences?: readonly string[]
}

/** The token is unknown when `user`, or the whole verdict, is absent. */
export interface TokenVerdict {
  readonly user?: {
    readonly username: string
    readonly uid?: string
    readonly groups?: readonly string[]
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly audiences?: readonly string[]
  /** Why the token is refused. */
  readonly error?: string
}

/** The `spec` of a SubjectAccessReview. In `v1beta1` the groups have the name `group`. */
export interface AccessRequest {
  readonly user?: string
  readonly groups?: readonly string[]
  readonly uid?: string
  readonly resourceAttributes?: Readonly<
    Partial<Record<'namespace' | 'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'name', string>>
  >
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string }
}

/** The route has no opinion when both `allowed` and `denied`, or the whole verdict, are absent. */
export interface AccessVerdict {
  readonly allowed?: boolean
  /** Whether the access is denied. Later authorizers are then not called. */
  readonly denied?: boolean
  readonly reason?: string
}

/** The `spec` of an ImageReview. */
export interface ImageRequest {
  readonly containers: readonly { readonly image: string }[]
  readonly annotations?: Readonly<Record<string, string>>
  readonly namespace: string
}

/** The images are allowed when `denied`, or the whole verdict, is absent. */
export interface ImageVerdict {
  /** The reason of the refusal. */
  readonly denied?: string
  readonly auditAnnotations?: Readonly<Record<string, string>>
}

/** The HTTP request of the API server, for a route that returns the whole HTTP response. */
export interface HttpRequest {
  readonly method: string
  readonly path: string
  /** Without the question mark: `timeout=10s`. */
  readonly query: string
  readonly body: string
}

export interface HttpAnswer {
  /** 200 by default. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** Reconciles objects: `reconcile` is called for each object, after each change of it, and again after an error. */
export interface ControllerHandler {
  readonly kind: 'controller'
  /** `namespace/name` of the ServiceAccount that the controller acts as. Its RBAC permissions apply. */
  readonly serviceAccount: string
  /** The collection whose objects are reconciled: `apps/v1/deployments`, `v1/configmaps`. */
  readonly watch: string
  /** Collections of children: a change reconciles the object that `metadata.ownerReferences` names as controller. */
  readonly owns?: readonly string[]
  /**
   * `namespace/name` of a Lease. One of the controllers with the same Lease reconciles at a time; its ServiceAccount needs the
   * verbs get, create and update on leases.
   */
  readonly lease?: string
  /** When it throws, the call is repeated after a growing wait, from 0.1 s to 5 minutes. */
  reconcile(request: ReconcileRequest, api: ClusterApi): Awaitable<ReconcileResult | undefined | void>
}

export interface ReconcileRequest {
  /** The namespace of the object; empty for cluster-scoped objects. */
  readonly namespace: string
  readonly name: string
  /** The object in the cache of the controller; undefined after its deletion. */
  readonly object: HandledObject | undefined
}

export interface ReconcileResult {
  /** Seconds until `reconcile` is called again. */
  readonly requeueAfter: number
}

/** Runs once when it is started. */
export interface ScriptHandler {
  readonly kind: 'script'
  /** `namespace/name` of the ServiceAccount that the script acts as. */
  readonly serviceAccount: string
  run(api: ClusterApi): Awaitable<unknown>
}

/**
 * The API of the cluster. A collection is written `apps/v1/deployments`. A refused call rejects with an Error that has
 * the message of the server, its `code` (409 for a conflict) and its `reason`.
 */
export interface ClusterApi {
  /** Resolves to undefined when the object does not exist. */
  get(collection: string, name: string, namespace?: string): Promise<HandledObject | undefined>
  list(collection: string, options?: { namespace?: string; labelSelector?: string }): Promise<HandledObject[]>
  /**
   * Server-side apply with the name of the handler as field manager.
   * @param options.owner becomes the controller in `metadata.ownerReferences`
   * @param options.force takes over fields of other managers
   */
  apply(object: HandledObject, options?: { owner?: HandledObject; force?: boolean }): Promise<HandledObject>
  /** Applies a JSON merge patch. */
  patch(object: HandledObject, patch: Readonly<Record<string, unknown>>): Promise<HandledObject>
  /** Replaces fields of the status by a merge patch. */
  status(object: HandledObject, status: Readonly<Record<string, unknown>>): Promise<HandledObject>
  delete(object: HandledObject): Promise<void>
  /** Records an Event about the object. */
  event(object: HandledObject, event: { type?: 'Normal' | 'Warning'; reason: string; message: string }): Promise<void>
}
