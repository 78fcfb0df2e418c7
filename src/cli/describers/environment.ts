import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import { parseQuantity, quantityValue } from '../../../worker/api/quantity.ts'
import { line } from './fields.ts'

/**
 * The variables of a container.
 * @param pod the pod whose fields the variables may refer to; undefined in a template
 */
export function variablesText(container: JsonObject, pod: JsonObject | undefined): string {
  const all = objectsIn(container.env)
  const lines = all.map(({ name, value, valueFrom }) =>
    isPresent(valueFrom)
      ? line(`      ${stringOrEmpty(name)}`, originText(objectOrEmpty(valueFrom), container, pod))
      : line(`      ${stringOrEmpty(name)}`, stringOrEmpty(value).replaceAll('\n', '\n      \t')),
  )
  return `    Environment:${all.length === 0 ? '\t<none>' : ''}\n${lines.join('')}`
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

function originText(origin: JsonObject, container: JsonObject, pod: JsonObject | undefined): string {
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = origin
  if (isPresent(fieldRef)) {
    const { apiVersion, fieldPath } = objectOrEmpty(fieldRef)
    return `${pod === undefined ? '' : fieldValue(pod, stringOrEmpty(fieldPath))} (${stringOrEmpty(apiVersion)}:${stringOrEmpty(fieldPath)})`
  }
  if (isPresent(resourceFieldRef)) {
    const reference = objectOrEmpty(resourceFieldRef)
    return `${resourceValue(reference, objectOrEmpty(container.resources))} (${stringOrEmpty(reference.resource)})`
  }
  const { key, name, optional } = objectOrEmpty(secretKeyRef ?? configMapKeyRef)
  const place = isPresent(secretKeyRef) ? 'in secret' : 'of config map'
  return `<set to the key '${stringOrEmpty(key)}' ${place} '${stringOrEmpty(name)}'>\tOptional: ${String(optional ?? false)}`
}

/** kubectl resolves three fields only and shows no value for the others. */
function fieldValue({ metadata }: JsonObject, path: string): string {
  const [, field = ''] = /^metadata\.(name|namespace|uid)$/.exec(path) ?? []
  return stringOrEmpty(objectOrEmpty(metadata)[field])
}

const MILLI = -3

/**
 * The amount in units of the divisor, rounded up. A limit of CPU or memory that is missing or zero is
 * `node allocatable`.
 */
function resourceValue({ resource: path, divisor }: JsonObject, resources: JsonObject): string {
  const [list = '', ...name] = stringOrEmpty(path).split('.')
  const resource = name.join('.')
  const exponent = resource === 'cpu' ? MILLI : 0
  const amount = quantityValue(parseQuantity(stringOrEmpty(objectOrEmpty(resources[list])[resource]) || '0'), exponent)
  const unit =
    quantityValue(parseQuantity(stringOrEmpty(divisor) || '0'), exponent) || quantityValue(parseQuantity('1'), exponent)
  const value = (amount + unit - 1n) / unit
  const unlimited = value === 0n && list === 'limits' && (resource === 'cpu' || resource === 'memory')
  return unlimited ? 'node allocatable' : String(value)
}
