import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, checkWith } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { scopeOf } from './pod-scope.ts'

// The volumes of a container and their paths. Some faults of a mount are reported at the list.

const objects = (holder: JsonObject, list: string): readonly JsonObject[] => listAt(holder, list).filter(isObject)

function descending(path: string, place: Place, ...steps: readonly string[]): void {
  if (path.startsWith('/')) place.invalid(path, 'must be a relative path', ...steps)
  if (path.split('/').includes('..')) place.invalid(path, "must not contain '..'", ...steps)
}

const PROPAGATION = ['Bidirectional', 'HostToContainer', 'None']

function propagation(mode: Json | undefined, container: JsonObject, place: Place): void {
  if (mode === undefined || mode === null) return
  const steps = ['volumeMounts', 'mountPropagation']
  if (!PROPAGATION.includes(String(mode))) place.notSupported(mode, PROPAGATION, ...steps)
  if (mode === 'Bidirectional' && valueAt(container, 'securityContext.privileged') !== true) {
    place.forbidden('Bidirectional mount propagation is available only to privileged containers', ...steps)
  }
}

function recursiveReadOnly(mount: JsonObject, place: Place): void {
  const { recursiveReadOnly: mode, readOnly, mountPropagation } = mount
  if (mode === undefined || mode === null || mode === 'Disabled') return
  const steps = ['volumeMounts', 'recursiveReadOnly']
  if (mode !== 'Enabled' && mode !== 'IfPossible') {
    return place.notSupported(mode, ['Disabled', 'Enabled', 'IfPossible'], ...steps)
  }
  if (readOnly !== true) place.forbidden('may only be specified when readOnly is true', ...steps)
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    place.forbidden('may only be specified when mountPropagation is None or not specified', ...steps)
  }
}

const mounts = checkWith('volumeMounts', (container, place) => {
  const { volumes } = scopeOf(place)
  const devices = objects(container, 'volumeDevices')
  const list = objects(container, 'volumeMounts')
  const seen = new Set<string>()
  const deviceNames = new Set(devices.map((device) => textAt(device, 'name')))
  const devicePaths = new Set(devices.map((device) => textAt(device, 'devicePath')))
  list.forEach((mount, index) => {
    const name = textAt(mount, 'name')
    const path = textAt(mount, 'mountPath')
    const here = ['volumeMounts', index] as const
    if (name === '') place.required('', ...here, 'name')
    if (!volumes.has(name)) place.notFound(name, ...here, 'name')
    if (path === '') place.required('', ...here, 'mountPath')
    if (seen.has(path)) place.invalid(path, 'must be unique', ...here, 'mountPath')
    seen.add(path)
    if (deviceNames.has(name)) {
      place.invalid(name, 'must not already exist in volumeDevices', ...here, 'name')
    }
    if (devicePaths.has(path)) {
      place.invalid(path, 'must not already exist as a path in volumeDevices', ...here, 'mountPath')
    }
    subPaths(mount, index, place)
    propagation(mount['mountPropagation'], container, place)
    recursiveReadOnly(mount, place)
  })
})

function subPaths(mount: JsonObject, index: number, place: Place): void {
  const path = textAt(mount, 'subPath')
  const expression = textAt(mount, 'subPathExpr')
  if (path !== '') descending(path, place, 'volumeMounts', 'subPath')
  if (expression === '') return
  if (path !== '') {
    const text = 'subPathExpr and subPath are mutually exclusive'
    place.invalid(expression, text, 'volumeMounts', index, 'subPathExpr')
  }
  descending(expression, place, 'volumeMounts', 'subPathExpr')
}

const devices = checkWith('volumeDevices', (container, place) => {
  const list = objects(container, 'volumeDevices')
  const { volumes } = scopeOf(place)
  const others = objects(container, 'volumeMounts')
  const mountNames = new Set(others.map((mount) => textAt(mount, 'name')))
  const mountPaths = new Set(others.map((mount) => textAt(mount, 'mountPath')))
  const paths = new Set<string>()
  const names = new Set<string>()
  list.forEach((device, index) => {
    const name = textAt(device, 'name')
    const path = textAt(device, 'devicePath')
    const here = ['volumeDevices', index] as const
    const volume = volumes.get(name)
    if (name === '') place.required('', ...here, 'name')
    else if (names.has(name)) {
      place.invalid(name, 'must be unique', ...here, 'name')
    }
    names.add(name)
    if (volume === undefined) place.notFound(name, ...here, 'name')
    else if (!volume['persistentVolumeClaim'] && !volume['ephemeral']) {
      const text = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'
      place.invalid(name, text, ...here, 'name')
    }
    if (path === '') place.required('', ...here, 'devicePath')
    if (paths.has(path)) place.invalid(path, 'must be unique', ...here, 'devicePath')
    if (path.split('/').includes('..')) place.invalid(path, "can not contain backsteps ('..')", ...here, 'devicePath')
    else paths.add(path)
    if (mountNames.has(name)) {
      place.invalid(name, 'must not already exist in volumeMounts', ...here, 'name')
    }
    if (mountPaths.has(path)) {
      place.invalid(path, 'must not already exist as a path in volumeMounts', ...here, 'devicePath')
    }
  })
})

export const volumeMountsAndDevices: Rule = all(mounts, devices)
