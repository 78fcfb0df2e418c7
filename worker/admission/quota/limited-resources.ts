import { isObject, type Json } from '../../api/json.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { objectsOf, textOf } from '../object-parts.ts'
import { readScope, type ScopeRequirement } from './quota.ts'

/** A resource whose objects are refused in a namespace without a quota for it. */
export interface LimitedResource {
  readonly group: string
  readonly resource: string
  /** Substrings of names in the usage, such as `requests.storage`. A name with one of them needs a quota. */
  readonly matchContains: readonly string[]
  readonly matchScopes: readonly ScopeRequirement[]
}

/** Reads a ResourceQuotaConfiguration. @throws Error for another apiVersion */
export function readLimitedResources(configuration: Json | undefined, dialect: Dialect): LimitedResource[] {
  if (configuration === undefined || configuration === null) return []
  const group = dialect.spell('apiserver.config.{domain}')
  if (!isObject(configuration) || textOf(configuration, 'apiVersion') !== `${group}/v1`) {
    throw new Error(`Configure ResourceQuota by a ResourceQuotaConfiguration of ${group}/v1`)
  }
  return objectsOf(configuration, 'limitedResources').map((limited) => {
    const { matchContains } = limited
    return {
      group: textOf(limited, 'apiGroup'),
      resource: textOf(limited, 'resource'),
      matchContains: Array.isArray(matchContains) ? matchContains.map(String) : [],
      matchScopes: objectsOf(limited, 'matchScopes').map(readScope),
    }
  })
}
