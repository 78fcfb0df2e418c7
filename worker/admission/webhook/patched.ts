import { formatGroupVersion, parseGroupVersion } from '../../api/group-version.ts'
import { fieldError } from '../../api/field-error.ts'
import { quote } from '../../api/go-format.ts'
import { goJson } from '../../api/go-json.ts'
import { isObject, objectOrEmpty, stringOrEmpty, type Json, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { internalError, invalid, plainError } from '../../api/status.ts'
import { typeMetaFault, typeMetaOf } from '../../api/type-meta.ts'
import { CallFault } from '../../webhooks/backend.ts'
import { JsonSyntaxError } from '../../codec/json-parser.ts'
import { readJson } from '../../codec/json-reader.ts'
import { applyJsonPatch, readJsonPatch } from '../../patch/json-patch.ts'
import { PatchError } from '../../patch/patch-error.ts'
import type { Catalog } from '../../resources/resource.ts'
import { DecodeError } from '../../schema/decode-error.ts'
import { decode } from '../../schema/decode.ts'
import type { Form } from './version-converter.ts'
import type { Hook, Verdict } from './webhook.ts'

interface PatchTarget {
  /** The form of the object that the webhook received. */
  readonly form: Form
  readonly catalog: Pick<Catalog, 'byKind'>
}

/**
 * Applies the patch of a verdict to the object, in the same form; undefined when the verdict has no patch.
 * @throws internalError for a patch that fails, under either failure policy (reference/webhooks.md 14)
 * @throws CallFault for an unsupported patch type
 */
export function patched(
  hook: Hook,
  { patch, patchType }: Verdict,
  object: ApiObject | undefined,
  { form, catalog }: PatchTarget,
): ApiObject | undefined {
  if (patch === undefined) return undefined
  const operations = withInternalErrors(() => readJsonPatch(readJson(patch).value, false))
  if (operations.length === 0) return undefined
  if (object === undefined) {
    const why = 'attempted to modify the object, which is not supported for this operation'
    throw internalError(`admission webhook ${quote(hook.name)} ${why}`)
  }
  if (patchType !== 'JSONPatch') throw new CallFault(`unsupported patch type ${quote(patchType)}`)
  return withInternalErrors(() => {
    const document = applyJsonPatch(object, operations)
    return read(document, form, catalog)
  })
}

function read(document: Json, form: Form, catalog: Pick<Catalog, 'byKind'>): ApiObject {
  const fault = typeMetaFault(document)
  if (fault !== undefined) throw internalError(fault)
  return readObject(objectOrEmpty(document), form, catalog)
}

function readObject(document: JsonObject, form: Form, catalog: Pick<Catalog, 'byKind'>): ApiObject {
  const custom = form.schema === form.version.schema ? form.version.custom : undefined
  if (custom === undefined) checkKind(document, form, catalog)
  else checkCustomKind(document, form)
  const object = custom === undefined ? decode(form.schema, document).object : custom.mutated(document)
  // The Scale of a custom resource keeps its unknown fields too, as long as mutating webhooks see it.
  const isPart = custom === undefined && form.version.custom !== undefined
  return { ...(isPart ? document : object), kind: form.kind.kind, apiVersion: formatGroupVersion(form.kind) }
}

/** Checks the kind and version of the patched object. For a missing kind or apiVersion, the one of the form counts. */
function checkKind(document: JsonObject, { kind: wanted }: Form, catalog: Pick<Catalog, 'byKind'>): void {
  const { kind, apiVersion } = typeMetaOf(document)
  const actual = {
    ...(apiVersion === '' ? wanted : (parseGroupVersion(apiVersion) ?? { group: '', version: apiVersion })),
    kind: kind === '' ? wanted.kind : kind,
  }
  if (actual.kind === wanted.kind && formatGroupVersion(actual) === formatGroupVersion(wanted)) return
  const name = formatGroupVersion(actual)
  const other = catalog.byKind(actual)
  if (other === undefined) {
    throw internalError(
      `no kind ${quote(actual.kind)} is registered for version ${quote(name)} in scheme "pkg/api/legacyscheme/scheme.go:30"`,
    )
  }
  // The real server decodes the other kind first, so its decoding errors come before the conversion error.
  decode(other.version.schema, document)
  const target = `${wanted.group === '' ? 'core' : wanted.group.split('.')[0]}.${wanted.kind}`
  throw plainError(`converting (${actual.version}.${actual.kind}) to (${target}): unknown conversion`)
}

/**
 * In the real server, a custom resource has no Go type. Its kind and version are only compared, after the object was converted
 * to the version of the request.
 */
function checkCustomKind(document: JsonObject, { kind: wanted, resource }: Form): void {
  const kind = stringOrEmpty(document['kind'])
  if (kind === '') throw internalError(`Object 'Kind' is missing in '${goJson(document)}'`)
  const apiVersion = stringOrEmpty(document['apiVersion'])
  const { group, version } = parseGroupVersion(apiVersion) ?? { group: '', version: '' }
  if (group !== wanted.group) {
    const target = quote(formatGroupVersion(wanted))
    throw plainError(
      `${group}/${version}, Kind=${kind} is unstructured and is not suitable for converting to ${target}`,
    )
  }
  if (!resource.versions.some((served) => served.version === version)) {
    throw plainError(`request to convert CR from an invalid group/version: ${apiVersion}`)
  }
  if (kind !== wanted.kind) {
    const { metadata } = document
    const name = isObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : ''
    throw invalid(group, kind, name, [fieldError.invalid('kind', kind, `must be ${wanted.kind}`)])
  }
}

/** Rethrows the error of a patch, of JSON or of decoding as an internal error. */
function withInternalErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const isFault = error instanceof PatchError || error instanceof JsonSyntaxError || error instanceof DecodeError
    throw isFault ? internalError(error.message) : error
  }
}
