import { numberOfText } from '../../api/numbers.ts'
import { fieldError, type FieldError } from '../../api/field-error.ts'
import type { Dialect } from '../../dialect/dialect.ts'

/** From the least to the most restrictive. */
export const LEVELS = ['privileged', 'baseline', 'restricted'] as const
export type Level = (typeof LEVELS)[number]

/** A level and a version of the standards, such as `restricted:v1.29`. The version `latest` is Infinity. */
export interface Standard {
  readonly level: Level
  /** The minor version of the checks. */
  readonly minor: number
}

export const MODES = ['enforce', 'audit', 'warn'] as const
export type Mode = (typeof MODES)[number]

/** The standard of each mode for the pods of a namespace. */
export type Policy = Readonly<Record<Mode, Standard>>

export const PRIVILEGED: Standard = { level: 'privileged', minor: Infinity }

export const showStandard = ({ level, minor }: Standard): string =>
  `${level}:${minor === Infinity ? 'latest' : `v1.${minor}`}`

export const sameStandard = (a: Standard, b: Standard): boolean => a.level === b.level && a.minor === b.minor

/** Whether `a` is more restrictive than `b`. */
export const isNarrower = (a: Level, b: Level): boolean => LEVELS.indexOf(a) > LEVELS.indexOf(b)

/** Reads a level; undefined for an unknown one. */
export const readLevel = (text: string): Level | undefined => LEVELS.find((level) => level === text)

/** The minor version; undefined for an invalid text. */
export function readVersion(text: string): number | undefined {
  if (text === 'latest') return Infinity
  const minor = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1]
  return minor === undefined ? undefined : numberOfText(minor)
}

const BAD_LEVEL = 'must be one of privileged, baseline, restricted'
const BAD_VERSION = 'must be "latest" or "v1.x"'

/** The levels for invalid labels: the strictest for `enforce`, the widest for `audit` and `warn`. */
const FALLBACK: Readonly<Record<Mode, Level>> = { enforce: 'restricted', audit: 'privileged', warn: 'privileged' }

export interface LabelledPolicy {
  readonly policy: Policy
  readonly faults: readonly FieldError[]
}

type Labels = Readonly<Record<string, string>>

function hasPrefixed(labels: Labels, prefix: string): boolean {
  for (const key in labels) if (key.startsWith(prefix)) return true
  return false
}

/** Returns a function that reads the policy of a namespace from its labels. */
export function policyReader(dialect: Dialect, defaults: Policy): (labels: Labels | undefined) => LabelledPolicy {
  const prefix = dialect.spell('pod-security.{labels}/')
  const modes = MODES.map((mode) => ({ mode, level: prefix + mode, version: `${prefix}${mode}-version` }))
  const plain: LabelledPolicy = { policy: defaults, faults: [] }
  return (labels) => {
    if (labels === undefined || !hasPrefixed(labels, prefix)) return plain
    const faults: FieldError[] = []
    const policy: Record<Mode, Standard> = { ...defaults }
    for (const { mode, level, version } of modes) {
      const given = { level: labels[level], version: labels[version] }
      let standard = defaults[mode]
      if (given.level !== undefined) {
        const read = readLevel(given.level)
        if (read === undefined) faults.push(fieldError.invalid(`metadata.labels[${level}]`, given.level, BAD_LEVEL))
        standard = { ...standard, level: read ?? FALLBACK[mode] }
      }
      if (given.version !== undefined) {
        const read = readVersion(given.version)
        if (read === undefined)
          faults.push(fieldError.invalid(`metadata.labels[${version}]`, given.version, BAD_VERSION))
        standard = { ...standard, minor: read ?? Infinity }
      }
      policy[mode] = standard
    }
    return { policy: withWarnings(policy, labels, prefix), faults }
  }
}

/**
 * Returns the policy of a namespace. When the namespace has an `enforce` label and no `warn` label, the level of warnings is
 * raised to the enforced level.
 */
function withWarnings(policy: Policy, labels: Labels, prefix: string): Policy {
  const { enforce, warn } = policy
  const enforced = readLevel(labels[`${prefix}enforce`] ?? '')
  if (enforced === undefined || labels[`${prefix}warn`] !== undefined || !isNarrower(enforced, warn.level))
    return policy
  const minor = labels[`${prefix}warn-version`] === undefined ? enforce.minor : warn.minor
  return { ...policy, warn: { level: enforced, minor } }
}
