import { isObject, objectOrEmpty, type Json, type JsonObject } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { objectOf, textOf } from '../object-parts.ts'
import { MODES, PRIVILEGED, readLevel, readVersion, type Mode, type Policy, type Standard } from './policy.ts'

export interface PodSecurityConfiguration {
  /** The policy of namespaces without labels. */
  readonly defaults: Policy
  readonly exemptions: {
    readonly namespaces: ReadonlySet<string>
    readonly usernames: ReadonlySet<string>
    readonly runtimeClasses: ReadonlySet<string>
  }
}

/**
 * Reads a PodSecurityConfiguration. Without one, the default policy is privileged.
 * @throws Error for an unknown kind, level or version
 */
export function readPodSecurity(configuration: Json | undefined, dialect: Dialect): PodSecurityConfiguration {
  const given = objectOrEmpty(configuration)
  if (isObject(configuration)) checkKind(configuration, dialect.spell('pod-security.admission.config.{domain}'))
  const defaults = objectOf(given, 'defaults')
  const exemptions = objectOf(given, 'exemptions')
  const names = (field: string): ReadonlySet<string> => {
    const list = exemptions[field]
    return new Set(Array.isArray(list) ? list.map(String) : [])
  }
  return {
    defaults: Object.fromEntries(MODES.map((mode) => [mode, readDefault(defaults, mode)])) as Record<Mode, Standard>,
    exemptions: {
      namespaces: names('namespaces'),
      usernames: names('usernames'),
      runtimeClasses: names('runtimeClasses'),
    },
  }
}

function checkKind(configuration: JsonObject, group: string): void {
  const versions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `${group}/${version}`)
  if (versions.includes(textOf(configuration, 'apiVersion')) && configuration['kind'] === 'PodSecurityConfiguration')
    return
  throw new Error(`Configure PodSecurity by a PodSecurityConfiguration of ${versions[0]}`)
}

function readDefault(defaults: JsonObject, mode: Mode): Standard {
  const level = readLevel(textOf(defaults, mode) || PRIVILEGED.level)
  const minor = readVersion(textOf(defaults, `${mode}-version`) || 'latest')
  if (level === undefined) throw new Error(`Set defaults.${mode} of PodSecurity to privileged, baseline or restricted`)
  if (minor === undefined) throw new Error(`Set defaults.${mode}-version of PodSecurity to latest or v1.x`)
  return { level, minor }
}
