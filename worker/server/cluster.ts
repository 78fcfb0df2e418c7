import { admissionChain, type Admission } from '../admission/chain.ts'
import { DEFAULT_ADMISSION, type AdmissionOptions } from '../admission/admission-options.ts'
import { admissionPlugins } from '../admission/plugins.ts'
import type { SimulationRules } from '../api/cluster-settings.ts'
import type { Identify } from '../authentication/authenticators.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { WebhookCaller } from '../webhooks/backend.ts'
import type { AuthorityFiles } from '../certificates/authority.ts'
import type { Clock } from '../clock/clock.ts'
import { storedEncoding } from '../codec/encode.ts'
import type { ClientRate } from '../controllers/client/rate-limiter.ts'
import type { ControllerRecords } from '../controllers/client/observed-verbs.ts'
import { serverControllers, type ServerControllers } from '../controllers/server-controllers.ts'
import { openCustomResources } from '../apiextensions/custom-resources.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { CorsPolicy } from '../http/cors.ts'
import { flowControl, type FlowControl } from '../http/flow-control/flow-control.ts'
import type { ClusterOrigin } from './cluster-origin.ts'
import { openAuthority } from './open-authority.ts'
import { accountTokenProvider, type AccountTokenProvider } from './account-token-provider.ts'
import type { AuditOptions } from './open-audit.ts'
import { openAuthentication, type AuthenticationOptions } from './open-authentication.ts'
import { openAuthorization, type AuthorizationOptions } from './open-authorization.ts'
import { openMetrics, openRegistry } from './open-metrics.ts'
import { measuredLog } from './measured-log.ts'
import type { FieldDescriptions } from '../http/openapi/field-descriptions.ts'
import type { LimitOptions } from '../http/request-limits.ts'
import type { Registry } from '../observability/metrics.ts'
import type { ServerMetrics } from '../observability/server-metrics.ts'
import type { RequestRing } from '../observability/request-ring.ts'
import { storageMetrics } from '../observability/storage-metrics.ts'
import { watchRegistry, type WatchRegistry } from '../observability/watch-registry.ts'
import { containerLogs } from './container-logs.ts'
import { buildCatalog, DEFAULT_SERVICE_RANGES } from '../resources/catalog.ts'
import type { AdvertisedAddress } from '../resources/bootstrap-object.ts'
import type { ApiObject } from '../api/object.ts'
import type { OpenCatalog, PortRange } from '../resources/resource.ts'
import type { Log, SharedLog } from '../store/persistence/log.ts'
import type { ForkableStore } from '../store/forkable-store.ts'
import { isStorageRefusal } from '../store/store.ts'
import { openStore } from '../store/revisioned-store.ts'
import { admissionWriter } from '../verbs/admission-writer.ts'
import { bootstrap } from '../verbs/bootstrap.ts'
import { createVerbs } from '../verbs/create-verbs.ts'
import type { Environment } from '../verbs/environment.ts'
import { convertVersion } from '../verbs/version-conversion.ts'
import { storeLister } from '../verbs/store-lister.ts'
import type { Verbs } from '../verbs/verbs.ts'

/** The options of a cluster's API server, which its host chooses. */
export interface ApiServerOptions extends AuthenticationOptions, AuthorizationOptions {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly log: Log | SharedLog
  /** `--runtime-config`: APIs to enable or disable, such as `api/all=true` and `batch/v1=false`. */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>
  readonly featureGates?: Readonly<Record<string, boolean>>
  /** `--service-cluster-ip-range`: CIDRs of cluster IPs, one for each IP family. */
  readonly serviceRanges?: readonly string[]
  /** `--service-node-port-range`: the first and the last port of services of the type NodePort. */
  readonly nodePorts?: PortRange
  /** `--allow-privileged`: whether pods may have privileged containers. Default: true. */
  readonly allowsPrivileged?: boolean
  /** `--show-hidden-metrics-for-version`: `/metrics` includes metrics that were hidden since an earlier release. */
  readonly showHiddenMetrics?: boolean
  /** Adds the metrics of the host, such as the metrics of its process. */
  readonly addMetrics?: (registry: Registry) => void
  /** `--controllers`: names of controllers to run; `*` enables all, `-name` excludes one. Default: none. */
  readonly controllers?: readonly string[]
  /** `--event-ttl`, milliseconds: lifetime of events. Default: one hour. */
  readonly eventTtl?: number
  /** `--kube-api-qps` and `--kube-api-burst` of the controller manager, for each controller. Default: no limit. */
  readonly controllerClientRate?: ClientRate
  /** Rules for how containers on simulated nodes end, in addition to the annotations of pods. */
  readonly simulation?: SimulationRules
  /** Whether the host calls `startControllerManager` itself. Default: the manager starts with the server. */
  readonly defersControllerManager?: boolean
  /** The authority that signs certificates. Default: the cluster creates its own with the first signature. */
  readonly certificateAuthority?: AuthorityFiles
  /** PEM of the authorities with which pods verify the server, published to every namespace. Default: the signing authority. */
  readonly rootCertificates?: string
  /** Admission plugins and their configuration. Default: the plugins that are on by default. */
  readonly admission?: AdmissionOptions
  /** Calls the backend of a webhook. Absent when the host cannot reach any. */
  readonly callWebhook?: WebhookCaller
  /** The host name of the machine. The lease that announces this server is named after it. */
  readonly hostname?: string
  /**
   * The address at which members of the cluster reach the server. Default: unknown, and the service `kubernetes` has
   * no endpoint.
   */
  readonly advertised?: AdvertisedAddress
  /** Data of the ConfigMap from which extension servers read the authentication settings. */
  readonly extensionAuthentication?: Readonly<Record<string, string>>
  /** Bounds of concurrent requests and of their duration. Default: no limit. */
  readonly limits?: LimitOptions
  /** The origins that may use a server which browsers reach over the network. Default: no checks. */
  readonly cors?: CorsPolicy
  /** The audit policy and sink. Default: no audit. */
  readonly audit?: AuditOptions
  /** Loads the descriptions of types and fields in OpenAPI documents, with the first request for a document. */
  readonly descriptions?: () => Promise<FieldDescriptions>
  /**
   * Decodes a value of the log. Clusters that share values may also share the decoded objects, which never change. Default:
   * decodes a new object.
   */
  readonly decodeStored?: (value: Uint8Array, revision: number) => ApiObject
  /**
   * The running cluster with the same options that this one copies. A copy creates no bootstrap objects: those that the
   * running cluster has deleted stay deleted.
   */
  readonly origin?: ClusterOrigin | undefined
  /** Receives every error that is a defect of the server. Default: console.error. */
  readonly report?: (error: unknown) => void
}

/** The parts of one cluster that the pipeline uses. */
export interface Cluster {
  readonly environment: Environment
  readonly catalog: OpenCatalog
  readonly store: ForkableStore
  readonly verbs: Verbs
  readonly identify: Identify
  readonly authorizer: Authorizer
  readonly registry: Registry
  readonly metrics: ServerMetrics
  readonly watches: WatchRegistry
  readonly controllers: ServerControllers
  readonly authority: ClusterOrigin['authority']
  readonly tokens: AccountTokenProvider
  readonly flows: FlowControl
}

/**
 * Opens the store and builds the verbs, admission and controllers on it.
 * @param ring Receives the requests of controllers
 */
export async function openCluster(
  options: ApiServerOptions,
  ring: RequestRing,
  report: (error: unknown) => void,
): Promise<Cluster> {
  const { dialect, clock, log, serviceRanges = DEFAULT_SERVICE_RANGES, featureGates } = options
  const { decodeStored: decode = storedEncoding.decode, origin } = options
  const catalog = origin?.catalog ?? buildCatalog({ ...options, serviceRanges })
  const registry = openRegistry(options.showHiddenMetrics === true)
  options.addMetrics?.(registry)
  const measured = measuredLog(log, storageMetrics(registry), clock)
  const encoding = { encode: storedEncoding.encode, decode }
  const store = await openStore({ log: measured, clock, report, origin: origin?.content, ...encoding })
  const flows = flowControl(fairSeats(options.limits), { store, dialect, clock, registry, catalog })
  const tokens = accountTokenProvider(options, { clock, dialect, store, catalog, report, verbs: () => verbs })
  const identify = await openAuthentication(options, { clock, dialect, store, ...tokens })
  const { authorizer, guards, referenceGuards } = await openAuthorization(options, { clock, dialect, store, catalog })
  const metrics = openMetrics(registry, { dialect, catalog, store })
  const admission = await openAdmission(options, { store, catalog, authorizer, metrics, verbs: () => verbs })
  const environment: Environment = {
    dialect,
    clock,
    catalog,
    store,
    admission,
    authorizer,
    guards,
    referenceGuards,
    identify,
    ...tokens,
    bindsToNodes: featureGates?.ServiceAccountTokenNodeBinding === true,
    incomplete: new WeakSet(),
    containerLog: containerLogs(store, clock),
  }
  const verbs = createVerbs(environment)
  const watches = watchRegistry(clock, () => store.revision)
  const records = { ring, watches }
  const authority = openAuthority(options, store)
  const controllers = openControllers(options, { store, catalog, verbs, tokens, authority, records, report })
  const access = { identify, authorizer, tokens, authority, flows }
  return { environment, catalog, store, verbs, registry, metrics, watches, controllers, ...access }
}

interface AdmissionDependencies extends Pick<Cluster, 'authorizer' | 'catalog' | 'metrics' | 'store'> {
  /** Called by admission plugins that write, after the verbs exist. */
  readonly verbs: () => Verbs
}

async function openAdmission(
  { dialect, clock, admission = DEFAULT_ADMISSION, callWebhook }: ApiServerOptions,
  { store, catalog, authorizer, metrics, verbs }: AdmissionDependencies,
): Promise<Admission> {
  const plugins = await admissionPlugins(admission, {
    dialect,
    clock,
    lister: storeLister(store),
    writer: admissionWriter(verbs, catalog, dialect),
    authorizer,
    catalog,
    convert: convertVersion,
    callWebhook,
  })
  return admissionChain(plugins, {
    elapsed: () => clock.elapsed(),
    of(plugin, phase, operation) {
      const took = metrics.admission(plugin, phase, operation)
      return (rejected, ms) => took(rejected, ms / 1000)
    },
  })
}

interface ControllerDependencies extends Pick<Cluster, 'authority' | 'catalog' | 'store' | 'tokens' | 'verbs'> {
  readonly records: ControllerRecords
  readonly report: (error: unknown) => void
}

function openControllers(
  options: ApiServerOptions,
  { store, catalog, verbs, tokens, authority, records, report }: ControllerDependencies,
): ServerControllers {
  const { dialect, clock, controllers: enabled = [], controllerClientRate, eventTtl, hostname } = options
  const rootCertificates = async (): Promise<string> =>
    options.rootCertificates ?? (hasWebCrypto ? (await authority()).certificate : '')
  return serverControllers({
    verbs,
    catalog,
    dialect,
    clock,
    report,
    records,
    authority,
    rootCertificates,
    accountTokens: tokens.accountTokens,
    identity: store.catchUp && `${hostname ?? 'server'}_${clock.uuid()}`,
    enabled,
    eventTtl,
    clientRate: controllerClientRate,
    simulation: options.simulation,
    copiedAtRest: options.origin?.isAtRest === true ? (listener) => store.observe(listener) : undefined,
  })
}

/** The revision of an empty store, as in etcd. */
const FIRST_REVISION = 1

/**
 * Runs before the first request, and again after a failure: creates bootstrap objects, serves stored definitions, and starts
 * controllers.
 */
export async function startCluster(
  options: ApiServerOptions,
  { environment, catalog, store, controllers }: Cluster,
  report: (error: unknown) => void,
): Promise<void> {
  const { dialect, clock, featureGates, origin } = options
  if (origin === undefined) await createBootstrapObjects(options, environment, report)
  // `CRDValidationRatcheting` is on by default in this release.
  const ratchets = featureGates?.CRDValidationRatcheting ?? true
  await openCustomResources({ store, catalog, clock, dialect, ratchets, callWebhook: options.callWebhook, report })
  await controllers.start()
}

async function createBootstrapObjects(
  options: ApiServerOptions,
  environment: Environment,
  report: (error: unknown) => void,
): Promise<void> {
  const { authorizationModes = [], featureGates, hostname, advertised, extensionAuthentication } = options
  const { serviceRanges = DEFAULT_SERVICE_RANGES } = options
  const { store } = environment
  const isNew = store.revision === FIRST_REVISION
  await bootstrap({
    environment,
    serviceRanges,
    rbac: authorizationModes.includes('RBAC'),
    featureGates,
    hostname,
    advertised,
    extensionAuthentication,
  }).catch((error: unknown) => {
    // A cluster whose storage refuses writes is served as it is: its objects can be read, and perhaps deleted.
    if (!isStorageRefusal(error) || store.outage === undefined || isNew) throw error
    report(error)
  })
}

/**
 * Whether WebCrypto, which creates the keys of the authority, is available. Outside secure contexts, such as in a worker of a
 * sandboxed frame, it is missing.
 */
const hasWebCrypto = (crypto as Partial<Crypto>).subtle !== undefined

/** The seats of priority and fairness; 0 when this is off. Reads and writes share the sum of both limits. */
const fairSeats = ({ priorityAndFairness, maxInFlight = 0, maxMutatingInFlight = 0 }: LimitOptions = {}): number =>
  priorityAndFairness === true ? maxInFlight + maxMutatingInFlight : 0
