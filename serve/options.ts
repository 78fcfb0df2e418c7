import { hostname } from 'node:os'
import type { ApiServerOptions } from '../worker/apiserver.ts'
import { systemClock } from '../worker/clock/clock.ts'
import { dialects } from '../worker/dialect/dialect.ts'
import { memoryLog } from '../worker/store/persistence/memory-log.ts'
import { accessOptions } from './access-options.ts'
import { admissionOptions } from './admission-options.ts'
import { extensionAuthentication } from './extension-authentication.ts'
import type { FlagValues } from './flags.ts'
import { duration, enabled, integer, text } from './flags.ts'
import { readFeatureGates } from './feature-gates.ts'
import { signingOptions } from './signing-options.ts'
import { readRuntimeConfig } from './runtime-config.ts'
import { readFieldDescriptions } from './field-descriptions.ts'
import { levelLog } from './level-log.ts'

/** Of the real server, milliseconds. */
const REQUEST_TIMEOUT = 60_000

/** What the flags ask of the API server. Reads the files they name. */
export function serverOptions(flags: FlagValues): ApiServerOptions {
  const dataDir = text(flags, 'data-dir')
  const serviceRanges = text(flags, 'service-cluster-ip-range')
  const dialect = dialects[text(flags, 'dialect') === 'k8s' ? 'k8s' : 'svc']
  return {
    dialect,
    clock: systemClock,
    descriptions: async () => readFieldDescriptions(),
    log: dataDir === undefined ? memoryLog() : levelLog(dataDir),
    runtimeConfig: readRuntimeConfig(flags.get('runtime-config') ?? [], dialect),
    featureGates: readFeatureGates(flags.get('feature-gates') ?? []).gates,
    ...(serviceRanges !== undefined && { serviceRanges: serviceRanges.split(',') }),
    hostname: hostname(),
    extensionAuthentication: extensionAuthentication(flags),
    admission: admissionOptions(flags, dialect),
    controllers: flags.get('controllers') ?? ['*'],
    limits: {
      priorityAndFairness: !flags.has('enable-priority-and-fairness') || enabled(flags, 'enable-priority-and-fairness'),
      maxInFlight: integer(flags, 'max-requests-inflight') ?? 0,
      maxMutatingInFlight: integer(flags, 'max-mutating-requests-inflight') ?? 0,
      requestTimeout: flags.has('request-timeout') ? duration(flags, 'request-timeout') : REQUEST_TIMEOUT,
    },
    showHiddenMetrics: flags.has('show-hidden-metrics-for-version'),
    ...accessOptions(flags),
    ...signingOptions(flags),
  }
}
