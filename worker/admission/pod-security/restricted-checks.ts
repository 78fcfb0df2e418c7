import { objectOf, objectsOf, textOf } from '../object-parts.ts'
import type { Check, PodForm, Violation } from './check.ts'
import {
  containersNamed,
  containersWhere,
  plural,
  quoted,
  securityContext,
  securityContextsWhere,
  sortedUnique,
  unlessWindows,
} from './check.ts'
import { isAllowedSeccomp } from './seccomp.ts'

/** The checks of the level restricted. The checks of baseline apply too, except the checks that an entry `overrides`. */
export const restrictedChecks: readonly Check[] = [
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    versions: [
      { since: 8, test: privilegeEscalation },
      { since: 25, test: unlessWindows(privilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    level: 'restricted',
    overrides: ['capabilities_baseline'],
    versions: [
      { since: 22, test: capabilities },
      { since: 25, test: unlessWindows(capabilities) },
    ],
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    overrides: ['hostPathVolumes'],
    versions: [{ since: 0, test: volumes }],
  },
  { id: 'runAsNonRoot', level: 'restricted', versions: [{ since: 0, test: runAsNonRoot }] },
  { id: 'runAsUser', level: 'restricted', versions: [{ since: 23, test: runAsUser }] },
  {
    id: 'seccompProfile_restricted',
    level: 'restricted',
    overrides: ['seccompProfile_baseline'],
    versions: [
      { since: 19, test: seccompProfiles },
      { since: 25, test: unlessWindows(seccompProfiles) },
    ],
  },
]

function privilegeEscalation({ spec }: PodForm): Violation | undefined {
  const containers = containersWhere(
    spec,
    (container) => securityContext(container)['allowPrivilegeEscalation'] !== false,
  )
  if (containers.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersNamed(containers)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

function capabilities({ spec }: PodForm): Violation | undefined {
  const forbidden = new Set<string>()
  const keeping = containersWhere(spec, (container) => {
    const { drop } = objectOf(securityContext(container), 'capabilities')
    return !(Array.isArray(drop) && drop.includes('ALL'))
  })
  const adding = containersWhere(spec, (container) => {
    const { add } = objectOf(securityContext(container), 'capabilities')
    const names = Array.isArray(add) ? add.map(String).filter((name) => name !== 'NET_BIND_SERVICE') : []
    for (const name of names) forbidden.add(name)
    return names.length > 0
  })
  const details: string[] = []
  if (keeping.length > 0) details.push(`${containersNamed(keeping)} must set securityContext.capabilities.drop=["ALL"]`)
  if (adding.length > 0) {
    const names = quoted(sortedUnique(forbidden))
    details.push(`${containersNamed(adding)} must not include ${names} in securityContext.capabilities.add`)
  }
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const VOLUMES: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
])

function volumes({ spec }: PodForm): Violation | undefined {
  const types = new Set<string>()
  const names: string[] = []
  for (const volume of objectsOf(spec, 'volumes')) {
    const forbidden = Object.keys(volume).filter(
      (key) => key !== 'name' && volume[key] !== undefined && !VOLUMES.has(key),
    )
    if (forbidden.length === 0) continue
    names.push(textOf(volume, 'name'))
    for (const type of forbidden) types.add(type)
  }
  if (names.length === 0) return undefined
  const uses = names.length === 1 ? 'uses' : 'use'
  const what = `${plural('restricted volume type', types.size)} ${quoted(sortedUnique(types))}`
  return {
    reason: 'restricted volume types',
    detail: `${plural('volume', names.length)} ${quoted(names)} ${uses} ${what}`,
  }
}

function runAsNonRoot({ spec }: PodForm): Violation | undefined {
  const reason = 'runAsNonRoot != true'
  const setters = securityContextsWhere(spec, (context) => context['runAsNonRoot'] === false)
  if (setters.length > 0) {
    return { reason, detail: `${setters.join(' and ')} must not set securityContext.runAsNonRoot=false` }
  }
  if (securityContext(spec)['runAsNonRoot'] === true) return undefined
  const unset = containersWhere(spec, (container) => securityContext(container)['runAsNonRoot'] === undefined)
  if (unset.length === 0) return undefined
  return { reason, detail: `pod or ${containersNamed(unset)} must set securityContext.runAsNonRoot=true` }
}

function runAsUser({ spec }: PodForm): Violation | undefined {
  const setters = securityContextsWhere(spec, (context) => context['runAsUser'] === 0)
  if (setters.length === 0) return undefined
  return { reason: 'runAsUser=0', detail: `${setters.join(' and ')} must not set runAsUser=0` }
}

function seccompProfiles({ spec }: PodForm): Violation | undefined {
  const reason = 'seccompProfile'
  const types = new Set<string>()
  const setters = securityContextsWhere(spec, (context) => {
    if (context['seccompProfile'] === undefined || isAllowedSeccomp(context)) return false
    types.add(textOf(objectOf(context, 'seccompProfile'), 'type'))
    return true
  })
  if (setters.length > 0) {
    const values = quoted(sortedUnique(types))
    return { reason, detail: `${setters.join(' and ')} must not set securityContext.seccompProfile.type to ${values}` }
  }
  if (isAllowedSeccomp(securityContext(spec))) return undefined
  const unset = containersWhere(spec, (container) => securityContext(container)['seccompProfile'] === undefined)
  if (unset.length === 0) return undefined
  const wanted = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"'
  return { reason, detail: `pod or ${containersNamed(unset)} ${wanted}` }
}
