import type { JsonObject } from '../api/json.ts'
import { containersOf, objectOf, objectsOf, textOf } from './object-parts.ts'

/** Volume sources that can name a secret, with the path of the name. */
const VOLUME_REFERENCES: ReadonlyMap<string, readonly [holder: string, field: string]> = new Map([
  ['azureFile', ['', 'secretName']],
  ['cephfs', ['secretRef', 'name']],
  ['cinder', ['secretRef', 'name']],
  ['csi', ['nodePublishSecretRef', 'name']],
  ['flexVolume', ['secretRef', 'name']],
  ['iscsi', ['secretRef', 'name']],
  ['rbd', ['secretRef', 'name']],
  ['scaleIO', ['secretRef', 'name']],
  ['secret', ['', 'secretName']],
  ['storageos', ['secretRef', 'name']],
])

/** The names of the secrets in a pod's spec. */
export function* podSecretNames(spec: JsonObject): Generator<string> {
  for (const reference of objectsOf(spec, 'imagePullSecrets')) yield textOf(reference, 'name')
  for (const container of containersOf(spec)) {
    for (const source of objectsOf(container, 'envFrom')) {
      if (source['secretRef'] !== undefined) yield textOf(objectOf(source, 'secretRef'), 'name')
    }
    for (const variable of objectsOf(container, 'env')) {
      const valueFrom = objectOf(variable, 'valueFrom')
      if (valueFrom['secretKeyRef'] !== undefined) yield textOf(objectOf(valueFrom, 'secretKeyRef'), 'name')
    }
  }
  for (const volume of objectsOf(spec, 'volumes')) yield* volumeSecretNames(volume)
}

function* volumeSecretNames(volume: JsonObject): Generator<string> {
  for (const [source, [holder, field]] of VOLUME_REFERENCES) {
    if (volume[source] === undefined) continue
    const owner = holder === '' ? objectOf(volume, source) : objectOf(objectOf(volume, source), holder)
    if (owner[field] !== undefined) yield textOf(owner, field)
  }
  for (const source of objectsOf(objectOf(volume, 'projected'), 'sources')) {
    if (source['secret'] !== undefined) yield textOf(objectOf(source, 'secret'), 'name')
  }
}
