import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { asGiven } from '../../api/given-empty.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject, checkWith } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'

// The fields that a pod may set for Linux or Windows nodes.

const WINDOWS = 'cannot be set for a windows pod'
const LINUX = 'windows options cannot be set for a linux pod'

const OF_LINUX_PODS: readonly (readonly string[])[] = [
  ['securityContext', 'appArmorProfile'],
  ['securityContext', 'seLinuxOptions'],
  ['hostUsers'],
  ['hostPID'],
  ['hostIPC'],
  ['securityContext', 'seccompProfile'],
  ['securityContext', 'fsGroup'],
  ['securityContext', 'fsGroupChangePolicy'],
  ['securityContext', 'sysctls'],
  ['shareProcessNamespace'],
  ['securityContext', 'runAsUser'],
  ['securityContext', 'runAsGroup'],
  ['securityContext', 'supplementalGroups'],
]

const OF_LINUX_CONTAINERS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
]

const LISTS = ['initContainers', 'containers', 'ephemeralContainers']

type Visit = (container: JsonObject, ...steps: readonly (string | number)[]) => void

function eachContainer(spec: JsonObject, visit: Visit): void {
  for (const list of LISTS) {
    listAt(spec, list).forEach((container, index) => {
      if (isObject(container)) visit(container, list, index)
    })
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function windows(spec: JsonObject, place: Place): void {
  for (const steps of OF_LINUX_PODS) {
    const holder = steps.length === 1 ? spec : objectOrEmpty(spec['securityContext'])
    const value = asGiven(holder, steps.at(-1) ?? '')
    // Go does not distinguish a false flag of the host, such as `hostPID`, from an absent one.
    if (isGiven(value) && !(value === false && steps[0]?.startsWith('host'))) place.forbidden(WINDOWS, ...steps)
  }
  eachContainer(spec, (container, ...steps) => {
    const context = container['securityContext']
    if (!isObject(context)) return
    for (const field of OF_LINUX_CONTAINERS) {
      if (isGiven(context[field])) place.forbidden(WINDOWS, ...steps, 'securityContext', field)
    }
  })
}

function linux(spec: JsonObject, place: Place): void {
  const options = ['securityContext', 'windowsOptions']
  if (isGiven(valueAt(spec, 'securityContext.windowsOptions'))) place.forbidden(LINUX, ...options)
  eachContainer(spec, (container, ...steps) => {
    if (isGiven(valueAt(container, 'securityContext.windowsOptions'))) place.forbidden(LINUX, ...steps, ...options)
  })
}

export const operatingSystem: Rule = checkWith('os', (spec, place) => {
  if (!isObject(spec['os'])) return
  const name = textAt(spec, 'os.name')
  if (name === '') place.required('cannot be empty', 'os', 'name')
  else if (name === 'windows') windows(spec, place)
  else if (name === 'linux') linux(spec, place)
  else place.notSupported(name, ['linux', 'windows'], 'os')
})

const HOST_PROCESS = 'securityContext.windowsOptions.hostProcess'

/** Windows host-process containers: all containers of a pod or none, and only on the host network. */
export const hostProcess: Rule = checkObject((spec, place) => {
  const ofPod = valueAt(spec, HOST_PROCESS)
  let containers = 0
  let hosted = 0
  eachContainer(spec, (container, ...steps) => {
    const own = valueAt(container, HOST_PROCESS)
    containers += 1
    if (own !== undefined && ofPod !== undefined && own !== ofPod) {
      const text = `pod hostProcess value must be identical if both are specified, was ${String(ofPod)}`
      place.invalid(own, text, ...steps, ...HOST_PROCESS.split('.'))
    }
    if ((own ?? ofPod) === true) hosted += 1
  })
  if (hosted === 0) return
  if (hosted !== containers) {
    place.invalid('', 'If pod contains any hostProcess containers then all containers must be HostProcess containers')
  }
  if (spec['hostNetwork'] !== true) {
    place.invalid(false, 'hostNetwork must be true if pod contains any hostProcess containers', 'hostNetwork')
  }
  if (!place.allowsPrivileged) place.forbidden('hostProcess containers are disallowed by cluster policy')
})
