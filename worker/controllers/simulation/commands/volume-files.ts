import { isObject, type JsonObject } from '../../../api/json.ts'
import type { ApiObject } from '../../../api/object.ts'
import { listAt, textAt } from '../../../resources/path.ts'
import { namespacedName } from '../../client/namespaced-name.ts'
import { podField, textsOf, type EnvironmentSources } from './container-environment.ts'

/** The files that a container has from ConfigMaps, Secrets and the downward API, by absolute path. */
export function volumeFiles(
  pod: ApiObject,
  container: JsonObject,
  sources: EnvironmentSources,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const volumes = new Map(
    listAt(pod, 'spec.volumes')
      .filter(isObject)
      .map((volume) => [textAt(volume, 'name'), volume]),
  )
  for (const mount of listAt(container, 'volumeMounts').filter(isObject)) {
    const volume = volumes.get(textAt(mount, 'name'))
    if (volume === undefined) continue
    const place = textAt(mount, 'mountPath').replace(/\/$/, '')
    const part = textAt(mount, 'subPath')
    for (const [name, text] of filesOf(volume, pod, sources)) {
      if (part === '') files.set(`${place}/${name}`, text)
      else if (name === part) files.set(place, text)
      else if (name.startsWith(`${part}/`)) files.set(`${place}${name.slice(part.length)}`, text)
    }
  }
  return files
}

function filesOf(volume: JsonObject, pod: ApiObject, environment: EnvironmentSources): [string, string][] {
  const sources = isObject(volume['projected']) ? listAt(volume, 'projected.sources').filter(isObject) : [volume]
  return sources.flatMap((source) => sourceFiles(source, pod, environment))
}

function sourceFiles(source: JsonObject, pod: ApiObject, { find }: EnvironmentSources): [string, string][] {
  const { namespace } = namespacedName(pod)
  const { configMap, secret, downwardAPI } = source
  if (isObject(configMap))
    return chosen(textsOf(find('configmap', namespace, textAt(configMap, 'name')), false), configMap)
  if (isObject(secret)) {
    const name = textAt(secret, 'secretName') || textAt(secret, 'name')
    return chosen(textsOf(find('secret', namespace, name), true), secret)
  }
  if (!isObject(downwardAPI)) return []
  return listAt(downwardAPI, 'items')
    .filter(isObject)
    .flatMap((item): [string, string][] => {
      const path = textAt(item, 'fieldRef.fieldPath')
      return path === '' ? [] : [[textAt(item, 'path'), fieldText(pod, path)]]
    })
}

/** All labels or annotations are lines of `name="value"`. */
function fieldText(pod: ApiObject, path: string): string {
  const { labels = {}, annotations = {} } = pod.metadata ?? {}
  const all = path === 'metadata.labels' ? labels : annotations
  if (path !== 'metadata.labels' && path !== 'metadata.annotations') return podField(pod, path)
  return Object.keys(all)
    .sort()
    .map((key) => `${key}=${JSON.stringify(all[key])}\n`)
    .join('')
}

/** The keys that `items` selects under their paths, or all. */
function chosen(texts: readonly (readonly [string, string])[], source: JsonObject): [string, string][] {
  const items = listAt(source, 'items').filter(isObject)
  if (items.length === 0) return texts.map(([key, text]) => [key, text])
  const byKey = new Map(texts)
  return items.flatMap((item): [string, string][] => {
    const text = byKey.get(textAt(item, 'key'))
    return text === undefined ? [] : [[textAt(item, 'path'), text]]
  })
}
