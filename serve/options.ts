import { readFileSync } from 'node:fs'
import type { ApiServerOptions } from '../worker/apiserver.ts'
import { systemClock } from '../worker/clock/clock.ts'
import { dialects } from '../worker/dialect/dialect.ts'
import { memoryLog } from '../worker/store/persistence/memory-log.ts'
import type { FlagValues } from './flags.ts'
import { switches, text } from './flags.ts'
import { readFieldDescriptions } from './field-descriptions.ts'
import { levelLog } from './level-log.ts'

/** What the flags ask of the API server. Reads the files they name. */
export function serverOptions(flags: FlagValues): ApiServerOptions {
  const dataDir = text(flags, 'data-dir')
  const tokenFile = text(flags, 'token-auth-file')
  const serviceRanges = text(flags, 'service-cluster-ip-range')
  return {
    dialect: dialects[text(flags, 'dialect') === 'k8s' ? 'k8s' : 'svc'],
    clock: systemClock,
    descriptions: async () => readFieldDescriptions(),
    log: dataDir === undefined ? memoryLog() : levelLog(dataDir),
    runtimeConfig: switches(flags, 'runtime-config'),
    featureGates: switches(flags, 'feature-gates'),
    ...(serviceRanges !== undefined && { serviceRanges: serviceRanges.split(',') }),
    showHiddenMetrics: flags.has('show-hidden-metrics-for-version'),
    ...(tokenFile === undefined ? {} : { tokens: readFileSync(tokenFile, 'utf8') }),
  }
}
