import { numberOfText } from '../../../worker/api/numbers.ts'
import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import { Failure } from '../failure.ts'
import type { Files } from '../host.ts'
import type { Place } from './field-paths.ts'
import { pathSteps, placesOf, targetPlaces } from './field-paths.ts'
import { identity } from './identity.ts'
import type { Kustomization, Resource } from './kustomization.ts'
import { fileWithin, readBytes } from './kustomization.ts'
import { configurationValue } from './resource-files.ts'
import { selectedBy } from './selectors.ts'

const WHOLE = 'metadata.name'

/** The resources after the replacements of a kustomization: values of one object are written into others. */
export async function replaced(
  files: Files,
  { folder, fields }: Kustomization,
  resources: readonly Resource[],
): Promise<Resource[]> {
  const found: JsonObject[] = []
  for (const entry of objectsIn(fields.replacements)) {
    const path = stringOrEmpty(entry.path)
    if (path === '') {
      found.push(entry)
      continue
    }
    const isInline = entry.source !== undefined || objectsIn(entry.targets).length > 0
    if (isInline) refuse(fields.replacements, new Failure('cannot specify both path and inline replacement'))
    const value = await readReplacements(files, folder, path, fields.replacements)
    found.push(...[value].flat().filter(isObject))
  }
  const all = resources.map((resource) => ({ ...resource, object: structuredClone(resource.object) }))
  for (const { source, targets } of found) {
    if (!isObject(source) || objectsIn(targets).length === 0)
      throw new Failure('replacements must specify a source and at least one target')
    const value = sourceValue(all, source)
    for (const target of objectsIn(targets)) writeInto(all, target, value)
  }
  return all
}

async function readReplacements(
  files: Files,
  folder: string,
  path: string,
  all: Json | undefined,
): Promise<Json | undefined> {
  try {
    return await configurationValue(
      new TextDecoder().decode(await readBytes(files, await fileWithin(files, folder, path))),
    )
  } catch (error) {
    return refuse(all, error)
  }
}

function refuse(replacements: Json | undefined, error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const config = writeYaml({ Replacements: replacements })
  throw new Failure(`trouble configuring builtin ReplacementTransformer with config: \`\n${config}\`: ${error.message}`)
}

/**
 * Whether a selector names the resource. Group, version, kind, name and namespace must be equal; the name before
 * renames counts too.
 */
function isNamed(resource: Resource, selector: JsonObject): boolean {
  const { apiVersion = '', kind = '', metadata } = resource.object
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const fits = (field: string, ...values: (string | undefined)[]): boolean => {
    const selected = stringOrEmpty(selector[field])
    return selected === '' || values.includes(selected)
  }
  return (
    fits('group', group) &&
    fits('version', version) &&
    fits('kind', kind) &&
    fits('name', resource.original, metadata?.name) &&
    fits('namespace', metadata?.namespace ?? 'default')
  )
}

function sourceValue(all: readonly Resource[], source: JsonObject): Json {
  const path = stringOrEmpty(source.fieldPath)
  const named = shown(source) + (path === '' ? '' : `:${path}`)
  const [only, ...more] = all.filter((resource) => isNamed(resource, source))
  if (only === undefined) throw new Failure(`nothing selected by ${named}`)
  if (more.length > 0) throw new Failure(`multiple matches for selector ${named}`)
  const value = placesOf(only.object, pathSteps(path || WHOLE))[0]?.value
  if (value === undefined || value === null || value === '')
    throw new Failure(`fieldPath \`${path || WHOLE}\` is missing for replacement source ${shown(source)}`)
  const { delimiter, index } = optionsOf(source)
  if (delimiter === '') return value
  const parts = scalarText(value).split(delimiter)
  const part = parts[index]
  if (part === undefined) throw new Failure(`options.index ${index} is out of bounds for value ${String(value)}`)
  return part
}

const shown = ({ group, version, kind, name, namespace }: JsonObject): string =>
  identity({
    apiVersion: [stringOrEmpty(group), stringOrEmpty(version) || '[noVer]'].filter(Boolean).join('/'),
    kind: stringOrEmpty(kind) || '[noKind]',
    metadata: {
      name: stringOrEmpty(name) || '[noName]',
      ...(stringOrEmpty(namespace) === '' ? {} : { namespace: stringOrEmpty(namespace) }),
    },
  })

function optionsOf({ options }: JsonObject) {
  const { delimiter, index, create } = isObject(options) ? options : ({} as JsonObject)
  return { delimiter: stringOrEmpty(delimiter), index: typeof index === 'number' ? index : 0, create: create === true }
}

function scalarText(value: Json | undefined): string {
  if (isObject(value) || Array.isArray(value)) throw new Failure('delimiter option can only be used with scalar nodes')
  return String(value ?? '')
}

function writeInto(all: readonly Resource[], target: JsonObject, value: Json): void {
  const { select } = target
  if (!isObject(select)) throw new Failure('target must specify resources to select')
  const rejects = objectsIn(target.reject)
  const paths = stringsIn(target.fieldPaths)
  for (const resource of all)
    if (isChosen(resource, select, rejects))
      for (const path of paths.length > 0 ? paths : [WHOLE]) writeAt(resource.object, path, optionsOf(target), value)
}

function isChosen(resource: Resource, select: JsonObject, rejects: readonly JsonObject[]): boolean {
  const labels = ({ labelSelector, annotationSelector }: JsonObject) =>
    selectedBy({ labelSelector, annotationSelector })(resource)
  const hasLabels = (each: JsonObject) => Boolean(each.labelSelector) || Boolean(each.annotationSelector)
  const hasName = (each: JsonObject) =>
    ['group', 'version', 'kind', 'name', 'namespace'].some((field) => stringOrEmpty(each[field]) !== '')
  return (
    labels(select) &&
    isNamed(resource, select) &&
    !rejects.some((each) => (hasLabels(each) && labels(each)) || (hasName(each) && isNamed(resource, each)))
  )
}

function writeAt(object: ApiObject, path: string, options: ReturnType<typeof optionsOf>, value: Json): void {
  const { delimiter, index, create } = options
  const places = foundPlaces(object, path, create)
  for (const place of places) {
    let next = value
    if (delimiter !== '') {
      const parts = scalarText(place.value).split(delimiter)
      if (index < 0) parts.unshift(scalarText(value))
      else if (index >= parts.length) parts.push(scalarText(value))
      else parts[index] = scalarText(value)
      next = parts.join(delimiter)
    }
    place.set(typed(place.value, next))
  }
}

/** @throws Failure when the target has no such place */
function foundPlaces(object: ApiObject, path: string, create: boolean): Place[] {
  const missing = `unable to find ${create ? 'or create ' : ''}field ${JSON.stringify(path)} in replacement target`
  try {
    const places = targetPlaces(object, pathSteps(path), create)
    if (places.length > 0) return places
  } catch (error) {
    throw error instanceof Failure ? new Failure(`${missing}: ${error.message}`) : error
  }
  throw new Failure(missing)
}

/** A text or a number keeps its type: a text that replaces a number becomes a number, when it can be read as one. */
function typed(before: Json | undefined, next: Json): Json {
  if (isObject(next) || Array.isArray(next)) return structuredClone(next)
  if (typeof before === 'string') return String(next)
  if (
    typeof before === 'number' &&
    typeof next === 'string' &&
    next.trim() !== '' &&
    Number.isFinite(numberOfText(next))
  )
    return numberOfText(next)
  return next
}
