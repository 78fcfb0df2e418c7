import { hostname } from 'node:os'
import type { ApiServerOptions } from '../worker/server/api-server.ts'
import { systemClock } from '../worker/clock/clock.ts'
import type { Dialect } from '../worker/dialect/dialect.ts'
import type { Log, SharedLog } from '../worker/store/persistence/log.ts'
import { memoryLog } from '../worker/store/persistence/memory-log.ts'
import { accessOptions } from './access-options.ts'
import { issuerOptions } from './authentication/issuer-options.ts'
import { configuredModes } from './authorization/configured-modes.ts'
import { admissionOptions } from './admission-options.ts'
import { advertisedAddress } from './advertised-address.ts'
import { controllerClientRate, controllerOptions } from './controller-options.ts'
import { corsPolicy } from './cors-policy.ts'
import { dialectOf } from './dialect-flag.ts'
import { extensionAuthentication } from './extension-authentication.ts'
import type { FlagValues } from './flags.ts'
import { duration, enabled, FlagError, integer, text } from './flags.ts'
import { readFeatureGates } from './feature-gates.ts'
import { nodePortOptions } from './node-port-options.ts'
import { signingOptions } from './signing-options.ts'
import { readRuntimeConfig } from './runtime-config.ts'
import { dataFolder } from './data-folder/data-folder.ts'
import { resourcePaths } from './resource-paths.ts'
import { callWebhook } from './webhook-caller.ts'

/** The real server's defaults, milliseconds. */
const REQUEST_TIMEOUT = 60_000
const COMPACTION_INTERVAL = 5 * 60_000

/** Differs from the real server's prefix, so that both can use one etcd. */
const ETCD_PREFIX = '/tabplane'

/** The options of the API server from the flags. Reads the files that they name. */
export async function serverOptions(flags: FlagValues): Promise<ApiServerOptions> {
  const serviceRanges = text(flags, 'service-cluster-ip-range')
  const dialect = dialectOf(flags)
  return {
    dialect,
    clock: systemClock,
    descriptions: async () => (await import('./field-descriptions.ts')).readFieldDescriptions(),
    log: await encrypted(await logOf(flags, dialect), flags, dialect),
    runtimeConfig: readRuntimeConfig(flags.get('runtime-config') ?? [], dialect),
    featureGates: readFeatureGates(flags.get('feature-gates') ?? []).gates,
    ...(serviceRanges !== undefined && { serviceRanges: serviceRanges.split(',') }),
    ...nodePortOptions(flags),
    ...(flags.has('allow-privileged') && { allowsPrivileged: enabled(flags, 'allow-privileged') }),
    hostname: hostname(),
    advertised: advertisedAddress(flags),
    callWebhook,
    cors: corsPolicy(flags),
    extensionAuthentication: extensionAuthentication(flags),
    admission: admissionOptions(flags, dialect),
    controllers: await controllerOptions(flags),
    controllerClientRate: controllerClientRate(flags),
    ...(flags.has('event-ttl') && { eventTtl: duration(flags, 'event-ttl') }),
    limits: {
      priorityAndFairness: !flags.has('enable-priority-and-fairness') || enabled(flags, 'enable-priority-and-fairness'),
      maxInFlight: integer(flags, 'max-requests-inflight') ?? 0,
      maxMutatingInFlight: integer(flags, 'max-mutating-requests-inflight') ?? 0,
      requestTimeout: flags.has('request-timeout') ? duration(flags, 'request-timeout') : REQUEST_TIMEOUT,
    },
    showHiddenMetrics: flags.has('show-hidden-metrics-for-version'),
    ...accessOptions(flags),
    ...(await configuredModes(flags, dialect)),
    ...(await issuerOptions(flags, dialect)),
    ...signingOptions(flags),
  }
}

/** The log with the encryption of `--encryption-provider-config`. Without this flag, a log refuses values that are encrypted. */
async function encrypted(log: Log | SharedLog, flags: FlagValues, dialect: Dialect): Promise<Log | SharedLog> {
  const file = text(flags, 'encryption-provider-config')
  if (file === undefined && !flags.has('data-dir') && !flags.has('etcd-servers')) return log
  const { encryptedLog } = await import('./encryption/encrypted-log.ts')
  if (file === undefined) return encryptedLog(log, () => undefined, console.error)
  const { readEncryptionConfig } = await import('./encryption/encryption-config.ts')
  return encryptedLog(log, await readEncryptionConfig(file, dialect), console.error)
}

async function logOf(flags: FlagValues, dialect: Dialect): Promise<Log | SharedLog> {
  const folder = text(flags, 'data-dir')
  const urls = flags.get('etcd-servers') ?? []
  if (urls.length === 0)
    return folder === undefined
      ? memoryLog()
      : dataFolder(folder, { clock: systemClock, acceptsLoss: enabled(flags, 'accept-data-loss') })
  if (folder !== undefined) throw new FlagError('the cluster is stored in one place: --data-dir or --etcd-servers')
  const wrong = urls.find((url) => !/^https?:\/\/[^/]+\/?$/.test(url))
  if (wrong !== undefined) throw new FlagError(`--etcd-servers takes URLs such as http://127.0.0.1:2379, not ${wrong}`)
  // The etcd client takes longer to load than the rest of the server.
  const { etcdLog } = await import('./etcd/etcd-log.ts')
  return etcdLog({
    urls,
    prefix: text(flags, 'etcd-prefix') ?? ETCD_PREFIX,
    paths: resourcePaths(dialect),
    files: {
      ca: text(flags, 'etcd-cafile'),
      certificate: text(flags, 'etcd-certfile'),
      key: text(flags, 'etcd-keyfile'),
    },
    compactionInterval: flags.has('etcd-compaction-interval')
      ? duration(flags, 'etcd-compaction-interval')
      : COMPACTION_INTERVAL,
    clock: systemClock,
    report: console.error,
  })
}
