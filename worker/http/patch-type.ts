import { unsupportedMediaType } from '../api/status.ts'
import type { PatchType } from '../verbs/verbs.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

const PATCH_TYPES = lookupTable<PatchType | 'apply'>({
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
})
const NO_STRATEGIC = Object.keys(PATCH_TYPES).filter((type) => PATCH_TYPES[type] !== 'strategic')

/** The media types of patches that the route of a built-in kind consumes. */
export const PATCH_MEDIA: readonly string[] = Object.keys(PATCH_TYPES)

/**
 * The kind of patch that a `Content-Type` names: the handler compares the header without its parameters, after the
 * router found a supported type in it. Custom resources have no strategic patches.
 * @throws StatusError 415
 */
export function patchTypeOf(contentType: string, isCustom: boolean): PatchType | 'apply' {
  const known = isCustom ? NO_STRATEGIC : PATCH_MEDIA
  // Unlike the router, the handler keeps a space before the semicolon.
  const [given = ''] = contentType.trim().split(';')
  const type = known.includes(given) ? PATCH_TYPES[given] : undefined
  if (type === undefined) throw unsupportedMediaType(known)
  return type
}
