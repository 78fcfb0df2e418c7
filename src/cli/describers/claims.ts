import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines, labelLines } from '../description.ts'
import { line, optionalLine } from './fields.ts'

const MODES = { ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX', ReadWriteOncePod: 'RWOP' } as const

/** The short names of access modes, in the order of `MODES`: `RWO,ROX`. */
export const accessModesText = (modes: unknown): string =>
  Object.entries(MODES)
    .flatMap(([mode, short]) => (stringsIn(modes).includes(mode) ? [short] : []))
    .join(',')

/** The storage class of a volume or a claim. The deprecated annotation has precedence over the field. */
export function storageClassOf({ metadata, spec }: ApiObject): string {
  const old = Object.entries(metadata?.annotations ?? {}).find(
    ([key]) => key.startsWith('volume.beta.') && key.endsWith('/storage-class'),
  )
  return old?.[1] ?? stringOrEmpty(objectOrEmpty(spec).storageClassName)
}

/**
 * The fields that a claim and the template of a claim share.
 * @param indent precedes each part of a line, as in kubectl
 */
export function claimFieldsText(claim: ApiObject, indent = '', status = '', finalizers = ''): string {
  const { metadata, spec, status: state } = claim
  const { volumeName, volumeMode, dataSource } = objectOrEmpty(spec)
  const bound = stringOrEmpty(volumeName) !== ''
  return [
    line(`${indent}StorageClass`, storageClassOf(claim)),
    status,
    line(`${indent}Volume`, stringOrEmpty(volumeName)),
    labelLines('Labels', metadata?.labels, { nested: indent }),
    annotationLines(metadata?.annotations, 'Annotations', indent),
    finalizers,
    line(`${indent}Capacity`, bound ? stringOrEmpty(objectOrEmpty(objectOrEmpty(state).capacity).storage) || '0' : ''),
    line(`${indent}Access Modes`, bound ? accessModesText(objectOrEmpty(state).accessModes) : ''),
    optionalLine(`${indent}VolumeMode`, volumeMode),
    dataSource === undefined ? '' : sourceObjectText(indent, objectOrEmpty(dataSource)),
  ].join('')
}

const sourceObjectText = (indent: string, { apiGroup, kind, name }: JsonObject): string =>
  [
    `${indent}DataSource:\n`,
    optionalLine(`${indent}  APIGroup`, apiGroup),
    line(`${indent}  Kind`, stringOrEmpty(kind)),
    line(`${indent}  Name`, stringOrEmpty(name)),
  ].join('')
