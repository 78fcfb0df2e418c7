import { objectOrEmpty, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { describeHead } from '../description.ts'
import type { DescribeContext } from './describer.ts'
import { line } from './fields.ts'

const entries = (value: unknown): [string, string][] =>
  Object.entries(objectOrEmpty(value))
    .flatMap(([key, each]): [string, string][] => (typeof each === 'string' ? [[key, each]] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** The number of bytes that a Base64 text encodes. */
const bytes = (base64: string): number => atob(base64).length

export function configMapText(object: ApiObject): string {
  const data = entries(object.data).map(([key, value]) => `${key}:\n----\n${value}\n`)
  const binary = entries(object.binaryData).map(([key, value]) => `${key}: ${bytes(value)} bytes\n`)
  return `${describeHead(object, true)}\nData\n====\n${data.join('')}\nBinaryData\n====\n${binary.join('')}\n`
}

export function secretText(object: ApiObject, { spell }: DescribeContext): string {
  const type = stringOrEmpty(object.type)
  const isToken = type === spell('{labels}/service-account-token')
  const data = entries(object.data).map(([key, value]) =>
    line(key, isToken && key === 'token' ? atob(value) : `${bytes(value)} bytes`),
  )
  return `${describeHead(object, true)}\n${line('Type', type)}\nData\n====\n${data.join('')}`
}
