import { asGiven, notesEmpties } from '../../api/given-empty.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { dnsLabel } from '../../api/names.ts'
import type { Identity } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkObject, each, named, never, oneOf, required, unique, where } from '../notation/rule.ts'
import { listAt, numberAt, textAt } from '../path.ts'
import { env, envFrom } from './environment.ts'
import { volumeMountsAndDevices } from './mounts.ts'
import { scopeOf } from './pod-scope.ts'
import { containerPorts } from './ports.ts'
import { lifecycleAndProbes } from './probes.ts'
import { resourceRequirements } from './resource-requirements.ts'
import { containerSecurity } from './security-contexts.ts'

const RESIZED = ['cpu', 'memory']
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer']

/** Faults of a policy are reported at the list, except duplicates. */
const resizePolicy = at(
  'resizePolicy',
  check((list, place) => {
    if (!Array.isArray(list)) return
    const seen = new Set<string>()
    list.filter(isObject).forEach((policy, index) => {
      const name = textAt(policy, 'resourceName')
      const restart = textAt(policy, 'restartPolicy')
      if (seen.has(name)) place.duplicate(name, index)
      seen.add(name)
      if (name === '') place.required()
      else if (!RESIZED.includes(name)) place.notSupported(name, RESIZED)
      if (restart === '') place.required()
      else if (!RESIZE_POLICIES.includes(restart)) place.notSupported(restart, RESIZE_POLICIES)
      if (scopeOf(place).spec['restartPolicy'] === 'Never' && restart !== 'NotRequired') {
        place.invalid(restart, "must be 'NotRequired' when `restartPolicy` is 'Never'")
      }
    })
  }),
)

/** Rules of every type of container. */
const common: Rule = all(
  at('name', required(), named(dnsLabel)),
  at('image', required()),
  at('terminationMessagePolicy', required(), oneOf('File', 'FallbackToLogsOnError')),
  containerPorts,
  env,
  envFrom,
  volumeMountsAndDevices,
  at('imagePullPolicy', required(), oneOf('Always', 'IfNotPresent', 'Never')),
  at('resources', resourceRequirements),
  resizePolicy,
  containerSecurity,
)

const hostPort = (port: JsonObject): string =>
  `${textAt(port, 'protocol')}/${textAt(port, 'hostIP')}/${numberAt(port, 'hostPort')}`

/** No two ports of the containers may use the same host port. */
const hostPorts = at(
  'containers',
  check((containers, place) => {
    if (!Array.isArray(containers)) return
    const taken = new Set<string>()
    containers.forEach((container, index) => {
      const ports = isObject(container) ? listAt(container, 'ports') : []
      ports.forEach((port, at) => {
        if (!isObject(port) || numberAt(port, 'hostPort') === 0) return
        const key = hostPort(port)
        if (taken.has(key)) place.duplicate(key, index, 'ports', at, 'hostPort')
        taken.add(key)
      })
    })
  }),
)

/**
 * Init containers run one by one, so each may use every host port; the errors have the index of the first container.
 */
const ownHostPorts = checkObject((container, place) => {
  const taken = new Set<string>()
  listAt(container, 'ports').forEach((port, at) => {
    if (!isObject(port) || numberAt(port, 'hostPort') === 0) return
    const key = hostPort(port)
    if (taken.has(key)) place.outside(() => place.duplicate(key, 0, 'ports', at, 'hostPort'))
    taken.add(key)
  })
})

export const containers: Rule = all(
  at('containers', required()),
  each(
    'containers',
    common,
    unique('name'),
    lifecycleAndProbes,
    at('restartPolicy', never('may not be set for non-init containers')),
  ),
  hostPorts,
)

const ofMain = (spec: JsonObject, name: string): boolean =>
  listAt(spec, 'containers').some((container) => isObject(container) && textAt(container, 'name') === name)

const nameOf: Identity = (container) => textAt(container, 'name')

const newInitName = checkObject((container, place) => {
  const name = textAt(container, 'name')
  const earlier = place.firstIndex(container, nameOf) < place.index
  if (ofMain(scopeOf(place).spec, name) || (earlier && name !== '')) place.duplicate(name, 'name')
})

const isSidecar = ({ restartPolicy }: JsonObject): boolean => restartPolicy === 'Always'
const noInit = never('may not be set for init containers without restartPolicy=Always')

/** Containers that run before the others, or at the same time when they always restart. */
export const initContainers: Rule = each(
  'initContainers',
  common,
  at('restartPolicy', oneOf('Always')),
  newInitName,
  ownHostPorts,
  where(isSidecar, lifecycleAndProbes),
  where(
    (container) => !isSidecar(container),
    at('lifecycle', noInit),
    at('livenessProbe', noInit),
    at('readinessProbe', noInit),
    at('startupProbe', noInit),
  ),
  at(
    'resizePolicy',
    check((policy, place) => place.invalid(policy, 'must not be set for init containers')),
  ),
)

/** Fields of containers that an ephemeral container lacks, in the order of the type. */
const NOT_EPHEMERAL = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
]

/**
 * Whether a field has Go's zero value, with which the real server compares. `[]` differs from it. An empty object equals it
 * only in `resources`, because the others are pointers.
 */
function isZero(container: JsonObject, field: string): boolean {
  const value = asGiven(container, field) ?? null
  if (value === null) return true
  return field === 'resources' && isObject(value) && Object.keys(value).length === 0 && !notesEmpties(value)
}

const namesOfSpecs = new WeakMap<JsonObject, ReadonlySet<string>>()

/** The names of the containers that are not ephemeral. A spec does not change during its validation. */
function otherNames(spec: JsonObject): ReadonlySet<string> {
  const cached = namesOfSpecs.get(spec)
  if (cached !== undefined) return cached
  const others = [...listAt(spec, 'containers'), ...listAt(spec, 'initContainers')].filter(isObject)
  const names = new Set(others.map((other) => textAt(other, 'name')))
  namesOfSpecs.set(spec, names)
  return names
}

const ephemeralName = checkObject((container, place) => {
  const others = otherNames(scopeOf(place).spec)
  const name = textAt(container, 'name')
  const target = textAt(container, 'targetContainerName')
  const earlier = place.firstIndex(container, nameOf) < place.index
  if (earlier || others.has(name)) place.duplicate(name, 'name')
  if (target !== '' && !others.has(target)) {
    place.notFound(target, 'targetContainerName')
  }
})

const ephemeralFields = checkObject((container, place) => {
  const text = 'cannot be set for an Ephemeral Container'
  for (const field of NOT_EPHEMERAL) if (!isZero(container, field)) place.forbidden(text, field)
  listAt(container, 'volumeMounts').forEach((mount, index) => {
    if (!isObject(mount)) return
    for (const field of ['subPath', 'subPathExpr']) {
      if (textAt(mount, field) !== '') place.forbidden(text, 'volumeMounts', index, field)
    }
  })
})

/** Containers that are added to a running pod for debugging. */
export const ephemeralContainers: Rule = each('ephemeralContainers', common, ephemeralName, ephemeralFields)
