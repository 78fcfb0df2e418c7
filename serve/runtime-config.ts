import type { Dialect } from '../worker/dialect/dialect.ts'
import { builtinGroups } from '../worker/schema/builtin/resources.ts'
import { parseBool } from './feature-gates.ts'
import { FlagError } from './flags.ts'

const LEVELS = ['api/all', 'api/ga', 'api/beta', 'api/alpha']

/**
 * Reads `--runtime-config`: `api/all`, `api/beta` ..., `group/version` and `group/version/resource`, each with a boolean.
 * A key without a boolean is true.
 * @throws FlagError in the real server's words
 */
export function readRuntimeConfig(pairs: readonly string[], { spell }: Dialect): Readonly<Record<string, boolean>> {
  const config: Record<string, boolean> = {}
  const unknown = new Set<string>()
  for (const pair of pairs) {
    const [key = '', value = ''] = pair.split(/=([^]*)/, 2)
    const on = value === '' ? true : parseBool(value)
    if (on === undefined) {
      const why = `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`
      throw new FlagError(`invalid value of ${key}: ${value}, err: ${why}`)
    }
    // The core group has no name: `api/v1` names its version.
    config[key.replace(/^api\/(v\d)/, '$1')] = on
    if (!LEVELS.includes(key) && !isKnown(key, spell)) unknown.add(key.split('/')[0] ?? '')
  }
  if (config['api/all'] === false && Object.keys(config).length === 1)
    throw new FlagError('invalid key with only api/all=false')
  if (unknown.size > 0) throw new FlagError(`unknown api groups ${[...unknown].join(',')}`)
  return config
}

/** Whether the group of a key is known. @throws FlagError for an invalid key or version */
function isKnown(key: string, spell: Dialect['spell']): boolean {
  const tokens = key.split('/')
  if (tokens.length !== 2 && tokens.length !== 3) throw new FlagError(`runtime-config invalid key ${key}`)
  const [group = '', version = ''] = tokens
  const name = group === 'api' ? '' : group
  const known = builtinGroups().find((each) => spell(each.group) === name)
  if (known === undefined) return false
  if (known.versions.some((each) => each.version === version)) return true
  throw new FlagError(`group version ${group}/${version} that has not been registered`)
}
