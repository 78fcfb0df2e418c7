import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'

/**
 * A pod template in the real client's words. Cells are separated by tabs, which some commands align and others print
 * as they are.
 */
export function podTemplateText(template: JsonObject): string {
  const metadata = part(template.metadata)
  const spec = part(template.spec)
  return [
    'Pod Template:\n',
    mapText('  Labels:', metadata.labels, '='),
    isObject(metadata.annotations) ? mapText('  Annotations:', metadata.annotations, ': ') : '',
    typeof spec.serviceAccountName === 'string' ? `  Service Account:\t${spec.serviceAccountName}\n` : '',
    list(spec.initContainers).length > 0 ? containersText('  Init Containers:', spec.initContainers) : '',
    containersText('  Containers:', spec.containers),
    volumesText(spec.volumes),
    typeof spec.priorityClassName === 'string' ? `  Priority Class Name:\t${spec.priorityClassName}\n` : '',
    mapText('  Node-Selectors:', spec.nodeSelector, '='),
    tolerationsText(spec.tolerations),
  ].join('')
}

const part = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const list = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const words = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const sorted = (value: Json | undefined): [string, Json][] =>
  Object.entries(part(value))
    .filter((pair): pair is [string, Json] => pair[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** A label and its pairs, one a line; the second line begins below the first value. */
export function mapText(label: string, value: Json | undefined, separator: string): string {
  const pairs = sorted(value).map(([key, each]) => `${key}${separator}${String(each)}`)
  return `${label}\t${pairs.length === 0 ? '<none>' : pairs.join('\n\t')}\n`
}

function containersText(label: string, containers: Json | undefined): string {
  const all = list(containers)
  if (all.length === 0) return `${label}\t<none>\n`
  return `${label}\n${all.map(containerText).join('')}`
}

function containerText(container: JsonObject): string {
  const ports = list(container.ports)
  const joined = (field: string): string =>
    ports.map((port) => `${String(port[field] ?? 0)}/${String(port.protocol ?? 'TCP')}`).join(', ')
  const [port, hostPort] = ports.length > 1 ? ['Ports:', 'Host Ports:'] : ['Port:', 'Host Port:']
  const { limits, requests } = part(container.resources)
  return [
    `   ${String(container.name)}:\n`,
    `    Image:\t${String(container.image)}\n`,
    `    ${port}\t${joined('containerPort') || '<none>'}\n`,
    `    ${hostPort}\t${joined('hostPort') || '<none>'}\n`,
    wordsText('    Command:', container.command),
    wordsText('    Args:', container.args),
    resourcesText('    Limits:', limits),
    resourcesText('    Requests:', requests),
    environmentText(container.env),
    mountsText(container.volumeMounts),
  ].join('')
}

function wordsText(label: string, value: Json | undefined): string {
  const all = words(value)
  return all.length === 0
    ? ''
    : `${label}\n${all.map((word) => `      ${word.replaceAll('\n', '\n      ')}\n`).join('')}`
}

function resourcesText(label: string, value: Json | undefined): string {
  const all = sorted(value)
  return all.length === 0
    ? ''
    : `${label}\n${all.map(([name, amount]) => `      ${name}:\t${String(amount)}\n`).join('')}`
}

function environmentText(value: Json | undefined): string {
  const all = list(value)
  if (all.length === 0) return '    Environment:\t<none>\n'
  return `    Environment:\n${all.map((each) => `      ${String(each.name)}:\t${variableText(each)}\n`).join('')}`
}

function variableText({ value, valueFrom }: JsonObject): string {
  const source = part(valueFrom)
  const reference = (kind: string, of: JsonObject): string =>
    `<set to the key '${String(of.key)}' in ${kind} '${String(of.name)}'>\tOptional: ${String(of.optional ?? false)}`
  if (isObject(source.secretKeyRef)) return reference('secret', source.secretKeyRef)
  if (isObject(source.configMapKeyRef)) return reference('of config map', source.configMapKeyRef).replace('in of', 'of')
  if (isObject(source.fieldRef))
    return ` (${String(source.fieldRef.apiVersion ?? 'v1')}:${String(source.fieldRef.fieldPath)})`
  if (isObject(source.resourceFieldRef))
    return `${String(source.resourceFieldRef.containerName ?? '')} (${String(source.resourceFieldRef.resource)})`
  return typeof value === 'string' ? value.replaceAll('\n', '\n        ') : ''
}

function mountsText(value: Json | undefined): string {
  const all = list(value).sort((a, b) => (String(a.mountPath) < String(b.mountPath) ? -1 : 1))
  if (all.length === 0) return '    Mounts:\t<none>\n'
  const lines = all.map((mount) => {
    const flags = [mount.readOnly === true ? 'ro' : 'rw']
    if (typeof mount.subPath === 'string') flags.push(`path=${JSON.stringify(mount.subPath)}`)
    return `      ${String(mount.mountPath)} from ${String(mount.name)} (${flags.join(',')})\n`
  })
  return `    Mounts:\n${lines.join('')}`
}

function volumesText(value: Json | undefined): string {
  const all = list(value)
  if (all.length === 0) return '  Volumes:\t<none>\n'
  const lines = all.map((volume) => {
    const kind = Object.keys(volume).find((key) => key !== 'name') ?? ''
    const fields = sorted(volume[kind]).map(([key, each]) => `    ${heading(key)}:\t${String(each)}\n`)
    return `   ${String(volume.name)}:\n    Type:\t${heading(kind)}\n${fields.join('')}`
  })
  return `  Volumes:\n${lines.join('')}`
}

const heading = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

function tolerationsText(value: Json | undefined): string {
  const all = list(value).map((each) => {
    const { key = '', value: wanted, effect, operator, tolerationSeconds } = each
    const tail = [
      typeof wanted === 'string' && wanted !== '' ? `=${wanted}` : '',
      typeof effect === 'string' && effect !== '' ? `:${effect}` : '',
      operator === 'Exists' ? ' op=Exists' : '',
      typeof tolerationSeconds === 'number' ? ` for ${tolerationSeconds}s` : '',
    ]
    return `${String(key)}${tail.join('')}`.trimStart()
  })
  return `  Tolerations:\t${all.length === 0 ? '<none>' : all.sort().join('\n\t')}\n`
}
