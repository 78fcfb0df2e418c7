import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { describeHead } from '../description.ts'

const entries = (value: unknown): [string, string][] =>
  Object.entries(isObject(value) ? value : {})
    .flatMap(([key, each]): [string, string][] => (typeof each === 'string' ? [[key, each]] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** How many bytes Base64 stands for. */
const bytes = (base64: string): number => atob(base64).length

export function configMapText(object: ApiObject): string {
  const data = entries(object.data).map(([key, value]) => `${key}:\n----\n${value}\n`)
  const binary = entries(object.binaryData).map(([key, value]) => `${key}: ${bytes(value)} bytes\n`)
  return `${describeHead(object, true)}\nData\n====\n${data.join('')}\nBinaryData\n====\n${binary.join('')}\n`
}

export function secretText(object: ApiObject): string {
  const type = typeof object.type === 'string' ? object.type : ''
  const data = entries(object.data).map(([key, value]) => `${key}:\t${bytes(value)} bytes\n`)
  return `${describeHead(object, true)}\nType:\t${type}\n\nData\n====\n${data.join('')}`
}
