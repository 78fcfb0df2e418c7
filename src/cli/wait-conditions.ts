import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, ownMember } from '../../worker/api/json.ts'
import { goText, goType } from '../../worker/api/go-format.ts'
import { compileJsonPath, relaxedPath } from '../../worker/api/jsonpath/jsonpath.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { Failure } from './failure.ts'

/** Whether an object fulfils the condition. @throws Failure for an object of another shape */
export type WaitCondition = (object: ApiObject) => boolean

/** Reads the value of `--for`, except `delete`. @throws Failure */
export function readCondition(text: string): WaitCondition {
  const condition = /^condition=([^=]*)(?:=(.*))?$/s.exec(text)
  if (condition !== null) return hasCondition(condition[1] ?? '', condition[2] ?? 'true')
  const path = /^jsonpath=(.*)$/s.exec(text)?.[1]
  if (path === undefined) throw new Failure(`unrecognized condition: ${JSON.stringify(text)}`)
  const [expression = '', value, ...more] = splitAtEquals(path)
  if (more.length > 0)
    throw new Failure(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    )
  relaxedPath(expression)
  const expected = value?.replace(/^['"]+|['"]+$/g, '')
  if (expected === '')
    throw new Failure(
      "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
    )
  if (expression === '') throw new Failure('jsonpath expression cannot be empty')
  return hasValue(expression, expected)
}

/** Splits at each `=` without another `=` beside it. */
function splitAtEquals(input: string): string[] {
  const parts = ['']
  for (const piece of input.match(/==|=|[^=]+/g) ?? [])
    if (piece === '=') parts.push('')
    else parts[parts.length - 1] += piece
  return parts
}

function hasCondition(type: string, value: string): WaitCondition {
  return (object) => {
    const conditions = memberAt(object, ['status', 'conditions'])
    if (conditions === undefined) return false
    if (!Array.isArray(conditions)) throw wrongType('.status.conditions', conditions, '[]interface{}')
    const found = objectsIn(conditions).find((each) => String(each.type).toLowerCase() === type.toLowerCase())
    if (found === undefined || isOutdated(object, found)) return false
    return String(found.status).toLowerCase() === value.toLowerCase()
  }
}

/** Whether a condition was observed at an earlier generation, and so does not describe the current spec. */
function isOutdated({ metadata, status }: ApiObject, condition: JsonObject): boolean {
  const observed = condition.observedGeneration ?? objectOrEmpty(status).observedGeneration
  const { generation } = metadata ?? {}
  const isKnown = typeof observed === 'number' || typeof observed === 'bigint'
  return isKnown && generation !== undefined && observed < generation
}

/** The value at a path; undefined when it is missing. @throws Failure when a value on the way is not an object */
function memberAt(object: ApiObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = object
  for (const [at, name] of path.entries()) {
    if (value === undefined || value === null) return undefined
    if (!isObject(value)) throw wrongType(`.${path.slice(0, at + 1).join('.')}`, value, 'map[string]interface{}')
    value = ownMember(value, name)
  }
  return value
}

const wrongType = (path: string, value: Json, expected: string): Failure =>
  new Failure(`${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${expected}`)

function hasValue(expression: string, value: string | undefined): WaitCondition {
  const path = compileJsonPath(relaxedPath(expression), true)
  return (object) => {
    const results = path.find(object)
    const [found = []] = results
    if (found.length === 0) return false
    if (results.length > 1) throw new Failure('given jsonpath expression matches more than one list')
    if (found.length > 1) throw new Failure('given jsonpath expression matches more than one value')
    if (value === undefined) return true
    const [first] = found
    if (typeof first === 'object' && first !== null)
      throw new Failure('jsonpath leads to a nested object or list which is not supported')
    return goText(first as Json).trim() === value.trim()
  }
}
