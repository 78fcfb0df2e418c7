import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import { goText } from '../../../worker/api/go-format.ts'
import { claimFieldsText } from './claims.ts'
import { line, pointerText } from './fields.ts'
import type { SourceText } from './volume-sources.ts'
import { PERSISTENT_FIELDS, VOLUME_SOURCES } from './volume-sources.ts'
import { lookupTable } from '../../../worker/runtime/lookup-table.ts'

/** The volumes of a pod, or of a template with its indentation. */
export function volumesText(indent: string, volumes: unknown): string {
  const all = objectsIn(volumes)
  if (all.length === 0) return `${indent}Volumes:\t<none>\n`
  const texts = all.map(
    (volume) => `  ${indent === '' ? '' : ' '}${stringOrEmpty(volume.name)}:\n${sourceText(volume)}`,
  )
  return `${indent}Volumes:\n${texts.join('')}`
}

/** The source of a volume, or of the spec of a persistent volume. */
export function sourceText(holder: JsonObject, persistent = false): string {
  const found = Object.entries(VOLUME_SOURCES).find(([name]) => isObject(holder[name]))
  if (found === undefined) return '  <unknown>\n'
  const [name, { type, fields }] = found
  const source = objectOrEmpty(holder[name])
  const shown = (persistent ? PERSISTENT_FIELDS[name] : undefined) ?? fields
  return [
    line('    Type', type),
    ...shown.map((field) => fieldText(source, field, persistent)),
    MORE[name]?.(source) ?? '',
  ].join('')
}

function fieldText(
  source: JsonObject,
  [label, path, absent]: SourceText['fields'][number],
  persistent: boolean,
): string {
  const [field = '', inner] = path.split('.')
  const value = inner === undefined ? source[field] : objectOrEmpty(source[field])[inner]
  const text = value === undefined || value === null ? absent : valueText(field, value, persistent)
  return `    ${label}\t${text}\n`
}

function valueText(field: string, value: Json, persistent: boolean): string {
  if (field === 'targetWWNs') return Array.isArray(value) ? value.join(', ') : ''
  // A size of zero means no limit.
  if (field === 'sizeLimit' && value === '0') return '<unset>'
  if (field !== 'secretRef' || !isObject(value)) return goText(value)
  const name = `Name:${stringOrEmpty(value.name)},`
  return persistent
    ? `&SecretReference{${name}Namespace:${stringOrEmpty(value.namespace)},}`
    : `&LocalObjectReference{${name}}`
}

/** Lines beyond the fields of a source. */
const MORE = lookupTable<(source: JsonObject) => string>({
  projected: ({ sources }) => objectsIn(sources).map(projectionText).join(''),
  downwardAPI: ({ items }) => `    Items:\n${objectsIn(items).map(itemText).join('')}`,
  csi: ({ volumeAttributes }) => attributesText(objectOrEmpty(volumeAttributes)),
  ephemeral: ({ volumeClaimTemplate }) =>
    isObject(volumeClaimTemplate) ? claimFieldsText(volumeClaimTemplate, '    ') : '',
})

function projectionText({ secret, downwardAPI, configMap, serviceAccountToken }: JsonObject): string {
  if (isObject(secret))
    return (
      line('    SecretName', stringOrEmpty(secret.name)) + line('    SecretOptionalName', pointerText(secret.optional))
    )
  if (isObject(downwardAPI)) return line('    DownwardAPI', true)
  if (isObject(configMap))
    return (
      line('    ConfigMapName', stringOrEmpty(configMap.name)) +
      line('    ConfigMapOptional', pointerText(configMap.optional))
    )
  return isObject(serviceAccountToken) ? line('    TokenExpirationSeconds', serviceAccountToken.expirationSeconds) : ''
}

const itemText = ({ fieldRef, resourceFieldRef, path }: JsonObject): string =>
  [stringOrEmpty(objectOrEmpty(fieldRef).fieldPath), stringOrEmpty(objectOrEmpty(resourceFieldRef).resource)]
    .map((origin) => (origin === '' ? '' : `      ${origin} -> ${stringOrEmpty(path)}\n`))
    .join('')

const LONGEST = 140

function attributesText(attributes: JsonObject): string {
  const lines = Object.keys(attributes)
    .sort()
    .map((key) => `${key}=${stringOrEmpty(attributes[key])}`)
    .map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text))
  if (lines.length === 0) return line('    VolumeAttributes', '<none>')
  // kubectl writes this line in several parts and indents each of them.
  return `    VolumeAttributes:\t    ${lines.join('\n        \t    ')}\n`
}
