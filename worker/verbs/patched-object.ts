import { inByteOrder, sortedKeys } from '../api/byte-order.ts'
import { goText } from '../api/go-format.ts'
import { fieldError } from '../api/field-error.ts'
import { parseGroupVersion, type GroupVersionKind } from '../api/group-version.ts'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { internalError, invalid } from '../api/status.ts'
import { nullApiVersion, typeMetaFault, typeMetaOf } from '../api/type-meta.ts'
import { decodeUnstructured } from '../patch/unstructured.ts'
import type { ApiObject } from '../api/object.ts'
import { countedAnnotationFault } from '../resources/apps/counted-annotations.ts'
import { DecodeError, overflowFault } from '../schema/decode-error.ts'
import type { Decoded } from '../schema/decode.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { Spelling } from '../schema/strictness.ts'
import { decodeOrRefuse, readOrRefuse, sorted, strictError, type Refuse } from './body-decoding.ts'
import { customOf, expectedKind, isSame, schemaOf } from './body-kind.ts'
import {
  goTypeName,
  hasInternalType,
  internalGroup,
  internalName,
  internalTypeName,
  isKindOfScales,
  isKnownKind,
  notRegistered,
  notRegisteredInternally,
  schemaOfKind,
} from './other-kinds.ts'
import { olderScale, withoutSelector } from './older-versions.ts'
import { spellingOf, type Floats } from './patch-spelling.ts'
import { addEveryPart, mergedParts, patchedText } from './patched-text.ts'
import { withTemplateLabels } from './removed-versions.ts'
import { consumedPatch } from '../patch/consumed-patch.ts'
import { sortedExtensions } from '../patch/sorted-extensions.ts'
import type { FieldValidation, PatchDocument, PatchType, WriteOptions } from './verbs.ts'
import { throughStorage } from './version-conversion.ts'
import type { VerbRequest } from './write.ts'

/** A parsed patch of a request. */
export interface ParsedPatch {
  readonly type: PatchType
  readonly document: PatchDocument
  readonly fieldValidation: FieldValidation
  /** The parts of the patched value that a JSON patch looked into. */
  readonly opened?: WeakSet<object>
  /** The numbers of a strategic patch that are written as floats. */
  readonly floats?: Floats
  /** The object before the patch, when the parts that the patch left alone need no decoding. */
  readonly settled?: ApiObject | undefined
}

/**
 * Decodes a patched value as an object of the target's kind (reference/patches.md 6). `live` is the object before the patch;
 * `value` shares with it every part that the patch does not change. Faults of the patch and of the value are reported together.
 * A refusal shows the patched value, or the patch itself when it is a strategic patch.
 */
export function decodePatched(
  write: VerbRequest<WriteOptions>,
  { type, document: patch, fieldValidation, opened, floats, settled }: ParsedPatch,
  value: JsonObject,
  live: JsonObject,
): ApiObject {
  const { spelling, value: document } = patch
  const spelled =
    spelling && type !== 'strategic' ? withoutOpened(spellingOf(type, document, value, spelling), opened) : undefined
  const sortedParts = (): WeakSet<object> => {
    const parts = type === 'json' && opened ? opened : mergedParts(value, live, document)
    // A custom resource is stored as a map, whose keys Go sorts.
    return customOf(write.target) === undefined ? parts : addEveryPart(parts, live)
  }
  const shown = (): string =>
    type === 'strategic'
      ? goText(isObject(document) ? consumedPatch(live, document, schemaOf(write.target)) : document)
      : patchedText(value, sortedParts(), spelled)
  const refused = (why: string): Error => invalid('', '', '', [fieldError.invalid('patch', shown(), why)])
  const isCustom = customOf(write.target) !== undefined
  if (isCustom) requireType(value, { refused, shown })
  const read = (document: PatchedDocument): Decoded => readPatched(write, type, document, { refused, shown })
  const inOrder = (): Decoded => read({ ...asEncoded(value, sortedParts(), spelled), decoded: settled })
  const decodedOf = (): Decoded => {
    try {
      return read({ value, spelling: spelled, decoded: settled, floats })
    } catch (error) {
      // The first fault in the text of the patched document counts.
      throw type === 'strategic' || isCustom ? error : (errorOf(inOrder) ?? error)
    }
  }
  const decoded = decodedOf()
  const ordered = (): readonly string[] => {
    // A custom resource names repeated keys first, then faults of its metadata, of other fields and of embedded objects.
    if (isCustom && (spelled?.duplicates.size ?? 0) === 0) return decoded.faults
    return type === 'json' && decoded.faults.length > 1 ? inOrder().faults : sorted(decoded.faults)
  }
  const faults = [...patch.faults, ...ordered()]
  if (fieldValidation === 'Strict' && faults.length > 0) throw refused(strictError([], faults))
  if (fieldValidation === 'Warn') for (const fault of faults) write.caller.warn(fault)
  // A strategic patch changes the object in the version of the request, so the version in the result has no effect.
  if (type === 'strategic') return decoded.object
  const object = isCustom ? decoded.object : sortedExtensions(schemaOf(write.target), decoded.object, sortedParts)
  return withTemplateLabels(object, value)
}

/** Go encodes a part that a JSON patch has looked into again, so such a part has no repeated keys. */
function withoutOpened(spelling: Spelling, opened: WeakSet<object> | undefined): Spelling {
  if (opened === undefined || spelling.duplicates.size === 0) return spelling
  const duplicates = new Map([...spelling.duplicates].filter(([part]) => !opened.has(part)))
  return { ...spelling, duplicates }
}

/** @throws the refusal of a patched custom resource that names no kind or version, or names them in a wrong form */
function requireType(value: JsonObject, { refused, shown }: Refusal): void {
  const inOrder = inByteOrder(value)
  const untyped = typeMetaFault(inOrder)
  if (untyped !== undefined) throw refused(untyped)
  const { apiVersion } = typeMetaOf(inOrder)
  const named = parseGroupVersion(apiVersion)
  if (named === undefined) throw refused(`unexpected GroupVersion string: ${apiVersion}`)
  if ((value['kind'] ?? '') === '') throw refused(`Object 'Kind' is missing in '${shown()}'`)
  if (value['apiVersion'] === null) throw refused(nullApiVersion)
  if (named.version === '') throw internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'")
}

function errorOf(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

/** The document as Go encodes it after a patch: keys are sorted in some parts. */
function asEncoded(
  value: JsonObject,
  sortedParts: WeakSet<object>,
  spelling: Spelling | undefined,
): Pick<PatchedDocument, 'value' | 'spelling'> {
  const numbers = new Map(spelling?.numbers)
  const encoded = (part: Json): Json => {
    if (typeof part !== 'object' || part === null || !sortedParts.has(part)) return part
    const copy = Array.isArray(part) ? part.map(encoded) : encodedObject(part)
    const own = numbers.get(part)
    if (own !== undefined) numbers.set(copy, own)
    return copy
  }
  const encodedObject = (part: JsonObject): JsonObject =>
    Object.fromEntries(sortedKeys(part).map((key) => [key, encoded(part[key] ?? null)]))
  const root = encoded(value)
  return { value: isObject(root) ? root : value, spelling: spelling && { ...spelling, numbers } }
}

interface Refusal {
  readonly refused: Refuse
  /** The text of the patched document. */
  readonly shown: () => string
}

interface PatchedDocument {
  readonly value: JsonObject
  readonly spelling: Spelling | undefined
  readonly decoded: ApiObject | undefined
  readonly floats?: Floats | undefined
}

function readPatched(
  write: VerbRequest<WriteOptions>,
  type: PatchType,
  document: PatchedDocument,
  { refused, shown }: Refusal,
): Decoded {
  const { target } = write
  const custom = customOf(target)
  if (custom !== undefined) {
    const overflow = document.spelling?.overflow
    return readOrRefuse(() => {
      if (overflow !== undefined) throw new DecodeError('', overflowFault(overflow))
      return custom.read(document.value, document.spelling)
    }, refused)
  }
  if (type !== 'strategic') return decodedAs(write, document, { refused, shown })
  // A strategic patch changes the internal object, which has no kind.
  const { value, decoded, floats } = document
  return readOrRefuse(() => decodeUnstructured(schemaOf(target), value, decoded, floats), refused)
}

/** Only the kind and the apiVersion are read from a document without an apiVersion (reference/objects.md 18). */
const TYPE_ONLY: StructSchema = {
  type: 'struct',
  fields: new Map(
    ['kind', 'apiVersion'].map((name) => [name, { schema: { type: 'scalar', kind: 'string' }, omitEmpty: true }]),
  ),
}

/** Decodes a document of a version that no path serves. Except for Scale, such versions have the form of the served one. */
function decodedOlder(schema: StructSchema, kind: string, document: PatchedDocument, refused: Refuse): Decoded {
  if (kind !== 'Scale') return decodeOrRefuse(schema, document, refused)
  const { faults } = decodeOrRefuse(olderScale(schema), { ...document, decoded: undefined }, refused)
  return { ...decodeOrRefuse(schema, { value: withoutSelector(document.value) }, refused), faults }
}

/** Decodes a document without a version, which the real server reads into the internal type of the kind that it names. */
function decodedInternal(
  { environment: { catalog }, target }: VerbRequest<WriteOptions>,
  actual: Pick<GroupVersionKind, 'group' | 'kind'>,
  document: PatchedDocument,
  refused: Refuse,
): Decoded {
  const expected = expectedKind(target)
  if (actual.kind === expected.kind) return decodeOrRefuse(TYPE_ONLY, document, refused)
  if (!hasInternalType(catalog, actual)) throw refused(notRegisteredInternally(actual))
  // Types of `meta/v1` name their fields as documents do; the other internal types do not.
  const schema = schemaOfKind(catalog, { ...actual, version: '' })
  if (schema !== undefined) decodeOrRefuse(schema, { ...document, decoded: undefined }, refused)
  throw refused(unknownConversion(internalTypeName(actual), internalName(expected)))
}

const unknownConversion = (from: string, to: string): string => `converting (${from}) to (${to}): unknown conversion`

/** Decodes a patched document as the type that it names. A missing kind counts as the target's kind; another kind is refused. */
function decodedAs(write: VerbRequest<WriteOptions>, document: PatchedDocument, { refused, shown }: Refusal): Decoded {
  const { target } = write
  const { catalog } = write.environment
  // Without field validation, a merge patch can be any JSON value, which then replaces the document.
  const value: Json = document.value
  // Go sorts the members of a patched document.
  const inOrder = isObject(value) ? inByteOrder(value) : value
  const untyped = typeMetaFault(inOrder)
  if (untyped !== undefined || !isObject(inOrder)) throw refused(untyped ?? '')
  const { kind, apiVersion } = typeMetaOf(inOrder)
  const expected = expectedKind(target)
  const version = parseGroupVersion(apiVersion)
  if (version === undefined) throw refused(`unexpected GroupVersion string: ${apiVersion}`)
  const group = internalGroup(expected)
  const isUnversioned = version.version === ''
  if (isUnversioned && version.group !== '' && version.group !== group)
    throw refused(`Object 'apiVersion' is missing in '${shown()}'`)
  const isCustomScale = target.version.custom !== undefined
  if (isUnversioned && !isCustomScale)
    return decodedInternal(write, { group, kind: kind || expected.kind }, document, refused)
  const actual = { ...(isUnversioned ? expected : version), kind: kind || expected.kind }
  if (isSame(actual, expected)) {
    const decoded = decodeOrRefuse(schemaOf(target), document, refused)
    const fault = countedAnnotationFault(actual, decoded.object)
    if (fault !== undefined) throw refused(fault)
    return decoded
  }
  const isKnown = isCustomScale ? isKindOfScales(actual) : isKnownKind(catalog, actual, expected)
  if (!isKnown) throw refused(notRegistered(actual))
  const other = target.resource.versions.find((each) => each.apiVersion === apiVersion)
  if (actual.kind === expected.kind && !isCustomScale) {
    if (other === undefined) return decodedOlder(schemaOf(target), actual.kind, { ...document, value }, refused)
    const { object, faults } = decodeOrRefuse(other.schema, { ...document, decoded: undefined }, refused)
    const { resource } = target
    return { object: throughStorage(object, { resource, version: other }, target), faults }
  }
  const schema = schemaOfKind(catalog, actual)
  if (schema !== undefined) decodeOrRefuse(schema, { ...document, value, decoded: undefined }, refused)
  throw refused(unknownConversion(goTypeName(actual), isCustomScale ? goTypeName(expected) : internalName(expected)))
}
