import { isObject, type Json, type JsonObject } from '../../../api/json.ts'
import type { ApiObject } from '../../../api/object.ts'
import { listAt, textAt, valueAt } from '../../../resources/path.ts'
import { namespacedName } from '../../client/namespaced-name.ts'
import { podField, resourceField, textsOf, type EnvironmentSources } from './container-environment.ts'

/** A file of a volume. */
export interface VolumeFile {
  readonly text: string
  /** The bits of its permissions. */
  readonly mode: number
}

const DEFAULT_MODE = 0o644
/** The permissions that files also have in a pod with an `fsGroup`: owner and group may read them. */
const GROUP_MODE = 0o440

/** The files that a container has from ConfigMaps, Secrets and the downward API, by absolute path. */
export function volumeFiles(
  pod: ApiObject,
  container: JsonObject,
  sources: EnvironmentSources,
): ReadonlyMap<string, VolumeFile> {
  const files = new Map<string, VolumeFile>()
  const group = valueAt(pod, 'spec.securityContext.fsGroup') === undefined ? 0 : GROUP_MODE
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
    for (const [name, { text, mode }] of filesOf(volume, pod, sources)) {
      const file = { text, mode: mode | group }
      if (part === '') files.set(`${place}/${name}`, file)
      else if (name === part) files.set(place, file)
      else if (name.startsWith(`${part}/`)) files.set(`${place}${name.slice(part.length)}`, file)
    }
  }
  return files
}

type NamedFile = readonly [name: string, file: VolumeFile]

function filesOf(volume: JsonObject, pod: ApiObject, environment: EnvironmentSources): NamedFile[] {
  const { projected } = volume
  const sources = isObject(projected) ? listAt(projected, 'sources').filter(isObject) : [volume]
  const defaultMode = isObject(projected) ? projected['defaultMode'] : undefined
  return sources.flatMap((source) => sourceFiles(source, { pod, environment, defaultMode }))
}

interface SourceContext {
  readonly pod: ApiObject
  readonly environment: EnvironmentSources
  /** The default mode of the files of a projected volume. */
  readonly defaultMode: Json | undefined
}

function sourceFiles(source: JsonObject, { pod, environment, defaultMode }: SourceContext): NamedFile[] {
  const { namespace } = namespacedName(pod)
  const { find } = environment
  const { configMap, secret, downwardAPI } = source
  if (isObject(configMap))
    return chosen(textsOf(find('configmap', namespace, textAt(configMap, 'name')), false), configMap, defaultMode)
  if (isObject(secret)) {
    const name = textAt(secret, 'secretName') || textAt(secret, 'name')
    return chosen(textsOf(find('secret', namespace, name), true), secret, defaultMode)
  }
  if (!isObject(downwardAPI)) return []
  return listAt(downwardAPI, 'items')
    .filter(isObject)
    .map((item) => {
      const path = textAt(item, 'fieldRef.fieldPath')
      const text = path === '' ? resourceText(item, pod, environment) : fieldText(pod, path)
      return [textAt(item, 'path'), { text, mode: modeOf(item['mode'], downwardAPI['defaultMode'], defaultMode) }]
    })
}

const modeOf = (...modes: readonly (Json | undefined)[]): number =>
  modes.find((mode) => typeof mode === 'number') ?? DEFAULT_MODE

function resourceText(item: JsonObject, pod: ApiObject, environment: EnvironmentSources): string {
  const reference = item['resourceFieldRef']
  if (!isObject(reference)) return ''
  const name = textAt(reference, 'containerName')
  const container = listAt(pod, 'spec.containers')
    .filter(isObject)
    .find((one) => one['name'] === name)
  return resourceField(container ?? {}, reference, { pod, sources: environment })
}

/** The text of a field in the downward API. All labels or all annotations become lines of `name="value"`. */
function fieldText(pod: ApiObject, path: string): string {
  const { labels = {}, annotations = {} } = pod.metadata ?? {}
  const all = path === 'metadata.labels' ? labels : annotations
  if (path !== 'metadata.labels' && path !== 'metadata.annotations') return podField(pod, path)
  return Object.keys(all)
    .sort()
    .map((key) => `${key}=${JSON.stringify(all[key])}\n`)
    .join('')
}

/** The keys that `items` selects, each under its path; without `items`, all keys. */
function chosen(
  texts: readonly (readonly [string, string])[],
  source: JsonObject,
  defaultMode: Json | undefined,
): NamedFile[] {
  const items = listAt(source, 'items').filter(isObject)
  const mode = modeOf(source['defaultMode'], defaultMode)
  if (items.length === 0) return texts.map(([key, text]) => [key, { text, mode }])
  const byKey = new Map(texts)
  return items.flatMap((item): NamedFile[] => {
    const text = byKey.get(textAt(item, 'key'))
    return text === undefined ? [] : [[textAt(item, 'path'), { text, mode: modeOf(item['mode'], mode) }]]
  })
}
