import type { FlagValues } from './flags.ts'

/** Commands of kubectl that read objects as Go structs. */
const COMMANDS: ReadonlySet<string> = new Set([
  'attach',
  'auth',
  'cluster-info',
  'cordon',
  'cp',
  'debug',
  'drain',
  'events',
  'exec',
  'expose',
  'logs',
  'port-forward',
  'rollout',
  'run',
  'set',
  'taint',
  'top',
  'uncordon',
])

/** Whether the requests of a command accept any type, as kubectl's requests for Go structs do. */
export const acceptsAnyType = ([command = '', ...more]: readonly string[], flags: FlagValues): boolean =>
  // `create` without a kind sends objects as their files have them.
  COMMANDS.has(command) || (command === 'create' && more.length > 0) || flags.text('raw') !== ''

/** Whether the logged answer to a failed request has no kind and no apiVersion, as in kubectl's Go structs. */
export const logsStructs = (path: readonly string[], flags: FlagValues): boolean =>
  path[0] === 'autoscale' || acceptsAnyType(path, flags)
