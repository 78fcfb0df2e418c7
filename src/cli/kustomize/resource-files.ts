import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { readYaml } from '../../../worker/codec/yaml-reader.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'
import { Failure } from '../failure.ts'
import { requireKindOfObject, requireName } from './required-fields.ts'

/** A file that is not YAML. kustomize then does not try the path as a folder. */
export class MalformedYaml extends Failure {}

/**
 * The objects of a resource file, with lists flattened. kustomize accepts other metadata than kubectl: labels, for example, may be
 * numbers. `path` is the file's name in messages.
 * @throws MalformedYaml, or Failure for a document without a kind or a name
 */
export async function resourceObjects(path: string, text: string): Promise<ApiObject[]> {
  const documents: JsonObject[] = []
  for (const document of resourceDocuments(text)) {
    const { value } = await readYaml(document, undefined, { onlyTrueAndFalse: true }).catch((error: unknown) => {
      throw malformedYaml(path, error)
    })
    if (value !== null && value !== undefined) documents.push(requireIdentity(value))
  }
  return unlisted(documents)
}

export const malformedYaml = (path: string, error: unknown): MalformedYaml =>
  new MalformedYaml(`MalformedYAMLError: ${errorMessage(error)} in File: ${path}`)

/** The value of a file that configures kustomize. @throws Failure */
export async function configurationValue(text: string): Promise<Json | undefined> {
  const { value } = await readYaml(text).catch((error: unknown) => {
    throw new Failure(`error converting YAML to JSON: ${errorMessage(error)}`)
  })
  return value
}

/**
 * Splits a text into documents at lines that begin with `---`. Such a line at the start of the text is part of its document, so
 * that messages name the same places as the messages of kustomize.
 * @throws Failure when text other than a comment follows on such a line
 */
function resourceDocuments(text: string): string[] {
  const unified = text.replaceAll('\r\n', '\n')
  const documents: string[] = []
  let start = 0
  for (const { 0: separator, index } of unified.matchAll(/\n---.*\n/g)) {
    const rest = separator.slice('\n---'.length).trim()
    if (rest !== '' && !rest.startsWith('#')) throw new Failure(`invalid document separator: ${separator.trim()}`)
    documents.push(`${unified.slice(start, index)}\n`)
    start = index + separator.length
  }
  return [...documents, unified.slice(start)]
}

function requireIdentity(document: Json): JsonObject {
  requireKindOfObject(document)
  const object = document as JsonObject
  if (!isList(object)) requireName(object)
  return object
}

const isList = ({ kind }: JsonObject): boolean => stringOrEmpty(kind).endsWith('List')

/** The objects in the place of their lists. The items of a list follow the other objects. @throws Failure */
function unlisted(objects: readonly JsonObject[]): ApiObject[] {
  const queue = [...objects]
  const found: ApiObject[] = []
  for (const object of queue) {
    if (!isList(object)) {
      found.push(object)
      continue
    }
    const { kind, items = null } = object
    if (items === null) continue
    if (!Array.isArray(items))
      throw new Failure(`expected array in ${stringOrEmpty(kind)}/items, but found ${goTypeOf(items)}`)
    queue.push(...items.filter((item) => item !== null).map(requireIdentity))
  }
  return found
}

function goTypeOf(value: Json): string {
  if (isObject(value)) return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return Number.isInteger(value) || typeof value === 'bigint' ? 'int' : 'float64'
}
