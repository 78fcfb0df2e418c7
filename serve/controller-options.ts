import type { ClientRate } from '../worker/controllers/client/rate-limiter.ts'
import { FlagError, integer, type FlagValues } from './flags.ts'

/** The controllers to run. @throws FlagError for an unknown name */
export async function controllerOptions(flags: FlagValues): Promise<readonly string[]> {
  const chosen = flags.get('controllers') ?? ['*']
  const names = chosen.map((one) => one.replace(/^-/, '')).filter((name) => name !== '*')
  if (names.length === 0) return chosen
  const { controllerNames } = await import('../worker/controllers/controller-names.ts')
  const unknown = names.find((name) => !controllerNames.has(name))
  if (unknown !== undefined)
    throw new FlagError(`controllers: ${JSON.stringify(unknown)} is not in the list of known controllers`)
  return chosen
}

/** The defaults of kube-controller-manager. */
const DEFAULT_QPS = 20
const DEFAULT_BURST = 30

/** The limit on the requests of each controller. Undefined means no limit. */
export function controllerClientRate(flags: FlagValues): ClientRate | undefined {
  const qps = integer(flags, 'kube-api-qps') ?? DEFAULT_QPS
  const burst = integer(flags, 'kube-api-burst') ?? DEFAULT_BURST
  return qps < 0 ? undefined : { qps: qps || DEFAULT_QPS, burst: burst || DEFAULT_BURST }
}
