import { sortedKeys } from '../api/byte-order.ts'
import { goText } from '../api/go-format.ts'
import { fieldError } from '../api/field-error.ts'
import { parseGroupVersion } from '../api/group-version.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { invalid } from '../api/status.ts'
import { stringifyJson } from '../codec/encode.ts'
import { goJson } from '../api/go-json.ts'
import { decodeUnstructured } from '../patch/unstructured.ts'
import type { Catalog } from '../resources/resource.ts'
import { jsonType } from '../schema/decode-error.ts'
import type { Decoded } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Spelling } from '../schema/strictness.ts'
import { throughStorage } from '../verbs/object-form.ts'
import type { DecodePatched, PatchType, Target } from '../verbs/verbs.ts'
import type { BodyContext } from './body.ts'
import {
  customOf,
  decodeOrRefuse,
  expectedKind,
  internalName,
  isKnownKind,
  isSame,
  notRegistered,
  readOrRefuse,
  schemaOf,
  sorted,
  strictError,
} from './body.ts'
import { withTemplateLabels } from './extinct-versions.ts'
import type { FieldValidation } from './options.ts'
import type { PatchReading } from './patch-body.ts'
import { spellingOf } from './patch-spelling.ts'

/**
 * How a patched object is read again (reference/patches.md 6). Its faults are those of the patch, and a
 * refusal shows the patched document, or a strategic patch itself.
 */
export function patchedDecoder(
  { target, caller, server }: BodyContext,
  validation: FieldValidation,
  type: PatchType,
  patch: () => PatchReading,
): DecodePatched {
  return (value, _kind, live) => {
    const { faults: ofPatch, spelling, value: document } = patch()
    const spelled = spelling && type !== 'strategic' ? spellingOf(type, document, value, spelling) : undefined
    const shown = (): string => (type === 'strategic' ? goText(document) : patchedText(value, live, spelled))
    const refused = (why: string): Error => invalid('', '', '', [fieldError.invalid('patch', shown(), why)])
    const decoded = readPatched(type, target, server.catalog, { value, ...(spelled && { spelling: spelled }) }, refused)
    const faults = [...ofPatch, ...sorted(decoded.faults)]
    if (validation === 'Strict' && faults.length > 0) throw refused(strictError([], faults))
    if (validation === 'Warn') for (const fault of faults) caller.warn(fault)
    return withTemplateLabels(decoded.object, value)
  }
}

interface PatchedDocument {
  readonly value: JsonObject
  readonly spelling?: Spelling
}

type Refused = (why: string) => Error

function readPatched(
  type: PatchType,
  target: Target,
  catalog: Catalog,
  document: PatchedDocument,
  refused: Refused,
): Decoded {
  const custom = customOf(target)
  if (custom !== undefined) return readOrRefuse(() => custom.read(document.value), refused)
  if (type !== 'strategic') return decodedAs(target, catalog, document, refused)
  // A strategic patch changes the object itself, whose kind is no part of it.
  return readOrRefuse(() => decodeUnstructured(schemaOf(target), document.value), refused)
}

/** The patched document as recorded: what the patch went into has its keys sorted, the rest is as it is stored. */
function patchedText(value: Json, live: Json | undefined, spelling: Spelling | undefined): string {
  if (value === live || typeof value !== 'object' || value === null) return stringifyJson(value)
  const numbers = spelling?.numbers.get(value)
  if (Array.isArray(value)) {
    const before = Array.isArray(live) ? live : []
    return `[${value.map((item, i) => numbers?.get(i) ?? patchedText(item, before[i], spelling)).join(',')}]`
  }
  const before = isObject(live) ? live : {}
  const repeated = spelling?.duplicates.get(value) ?? []
  const member = (key: string, text: string): string => `${goJson(key)}:${text}`
  const members = sortedKeys(value)
    .filter((key) => value[key] !== undefined)
    .flatMap((key) => [
      ...repeated.filter((each) => each.key === key).map((each) => member(key, stringifyJson(each.earlier))),
      member(key, numbers?.get(key) ?? patchedText(value[key] ?? null, before[key], spelling)),
    ])
  return `{${members.join(',')}}`
}

/** A document without a version is read as its type alone (reference/objects.md 18). */
const TYPE_ONLY: StructSchema = {
  type: 'struct',
  fields: new Map(
    ['kind', 'apiVersion'].map((name) => [name, { schema: { type: 'scalar', kind: 'string' }, omitEmpty: true }]),
  ),
}

/** Reads a patched document as what it says it is; its kind may be left out, but not be another one. */
function decodedAs(target: Target, catalog: Catalog, document: PatchedDocument, refused: Refused): Decoded {
  const typeless = (found: unknown, place: string): Error =>
    refused(`couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(found)} into Go ${place}`)
  const value: Json = document.value
  // A merge patch that nobody checked may have become the document.
  if (!isObject(value)) throw typeless(value, 'value of type struct { apiVersion, kind string }')
  const { kind, apiVersion } = value
  const expected = expectedKind(target)
  if (typeof kind !== 'string' && kind !== undefined && kind !== null) {
    throw typeless(kind, 'struct field .kind of type string')
  }
  if (apiVersion === undefined || apiVersion === null || apiVersion === '') {
    return decodeOrRefuse(TYPE_ONLY, document, refused)
  }
  const version = parseGroupVersion(String(apiVersion))
  if (version === undefined) throw refused(`unexpected GroupVersion string: ${String(apiVersion)}`)
  const actual = { ...version, kind: kind || expected.kind }
  if (isSame(actual, expected)) return decodeOrRefuse(schemaOf(target), document, refused)
  if (!isKnownKind(catalog, actual)) throw refused(notRegistered(actual))
  const other = target.resource.versions.find((each) => each.apiVersion === apiVersion)
  if (actual.kind === expected.kind) {
    if (other === undefined) return decodeOrRefuse(schemaOf(target), document, refused)
    const { object, faults } = decodeOrRefuse(other.schema, document, refused)
    const { resource } = target
    return { object: throughStorage(object, { resource, version: other }, target), faults }
  }
  const schema = catalog.byKind(actual)?.version.schema
  if (schema !== undefined) decodeOrRefuse(schema, { value }, refused)
  throw refused(`converting (${actual.version}.${actual.kind}) to (${internalName(expected)}): unknown conversion`)
}
