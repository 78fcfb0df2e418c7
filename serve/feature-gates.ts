import { FlagError } from './flags.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'
import { FEATURE_STAGES, UNLOCKED_GATE, type FeatureStage } from '../worker/server/feature-stages.ts'

/** Gates that set all gates of a stage. */
const ALL = lookupTable<FeatureStage>({ AllAlpha: 'alpha', AllBeta: 'beta' })

export interface FeatureGates {
  /** The gates that were set, by name. Every other gate has its default. */
  readonly gates: Readonly<Record<string, boolean>>
  /** Warnings on start: gates that a later release removes. */
  readonly warnings: readonly string[]
}

/**
 * Reads `--feature-gates`. A removed gate is refused like an unknown one.
 * @throws FlagError in the real server's words
 */
export function readFeatureGates(pairs: readonly string[]): FeatureGates {
  const refuse = (why: string): never => {
    throw new FlagError(`invalid argument "${pairs.join(',')}" for "--feature-gates" flag: ${why}`)
  }
  const given: Record<string, boolean> = {}
  for (const pair of pairs) {
    const [name = '', value] = pair.split(/=([^]*)/, 2).map((part) => part.trim())
    if (value === undefined) return refuse(`missing bool value for ${name}`)
    given[name] =
      parseBool(value) ??
      refuse(
        `invalid value of ${name}=${value}, err: strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`,
      )
  }
  const gates: Record<string, boolean> = {}
  const warnings: string[] = []
  for (const [name, on] of Object.entries(given)) {
    const all = ALL[name]
    if (all !== undefined) continue
    const stage = FEATURE_STAGES.get(name) ?? refuse(`unrecognized feature gate: ${name}`)
    if (stage === 'ga' && name !== UNLOCKED_GATE && !on)
      refuse(`cannot set feature gate ${name} to ${on}, feature is locked to true`)
    const shown = { ga: 'GA', deprecated: 'deprecated', alpha: '', beta: '' }[stage]
    if (shown !== '')
      warnings.push(`Setting ${shown} feature gate ${name}=${on}. It will be removed in a future release.`)
    gates[name] = on
  }
  for (const [name, stage] of Object.entries(ALL)) {
    const on = given[name]
    // An explicit gate overrides the gate of its stage.
    if (on !== undefined) for (const [gate, own] of FEATURE_STAGES) if (own === stage) gates[gate] ??= on
  }
  return { gates, warnings }
}

/** Parses a boolean as Go's `strconv.ParseBool` does; undefined for any other text. */
export function parseBool(text: string): boolean | undefined {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true
  return ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text) ? false : undefined
}
