import { isObject } from '../../worker/api/json.ts'
import type { MethodName, Methods } from '../contracts/embed-protocol.ts'
import { LIMITS } from '../contracts/embed-protocol.ts'

const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 1000

/** The inputs of the methods, read from messages of any page. Each throws an Error that names the fault. */
export const INPUTS: { readonly [Name in MethodName]: (input: unknown) => Methods[Name]['input'] } = {
  run(input) {
    const { line, columns } = fieldsOf(input)
    if (columns !== undefined && !isWidth(columns)) throw new Error('columns must be a whole number from 1 to 1000')
    return { line: text('line', line, LIMITS.line), ...(columns !== undefined && { columns }) }
  },
  apply: (input) => ({ text: text('the manifest', fieldsOf(input)['text'], LIMITS.manifest) }),
  fetch(input) {
    const { path, method, headers, body } = fieldsOf(input)
    if (typeof method !== 'string' || !/^[A-Z]{1,16}$/.test(method)) throw new Error('the method is not an HTTP method')
    if (body !== undefined && !(body instanceof Uint8Array)) throw new Error('the body must be bytes')
    if (body !== undefined && body.byteLength > LIMITS.body)
      throw new Error(`the body is longer than ${LIMITS.body} bytes`)
    return { path: pathOf(path), method, headers: headersOf(headers), ...(body !== undefined && { body }) }
  },
  open: (input) => ({ where: text('the place', fieldsOf(input)['where'], LIMITS.line) }),
  snapshot: () => undefined,
  share: () => undefined,
  lend: () => undefined,
  fit(input) {
    const { isWanted } = fieldsOf(input)
    if (typeof isWanted !== 'boolean') throw new Error('isWanted must be true or false')
    return { isWanted }
  },
  ping: () => undefined,
  followed: () => undefined,
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(input)) throw new Error('the input must be an object')
  return input
}

function text(name: string, value: unknown, longest: number): string {
  if (typeof value !== 'string') throw new Error(`${name} must be a text`)
  if (value.length > longest) throw new Error(`${name} is longer than ${longest} characters`)
  return value
}

function pathOf(value: unknown): string {
  const path = text('the path', value, LIMITS.line)
  // A path with two slashes, `//host`, would name another server.
  if (!/^\/(?!\/)/.test(path)) throw new Error('the path must begin with one slash, like /api/v1/pods')
  return path
}

function headersOf(value: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(value) || value.length > LIMITS.headers)
    throw new Error(`the headers must be a list of at most ${LIMITS.headers} pairs`)
  return value.map((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw new Error('a header must be a name and a value')
    return [text('a header', pair[0], LIMITS.line), text('a header', pair[1], LIMITS.line)]
  })
}
