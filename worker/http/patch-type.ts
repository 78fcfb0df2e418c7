import type { StatusError } from '../api/status.ts'
import { failure, unsupportedMediaType } from '../api/status.ts'
import type { PatchType } from '../verbs/verbs.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

const PATCH_TYPES = lookupTable<PatchType | 'apply'>({
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
})
const NO_STRATEGIC = Object.keys(PATCH_TYPES).filter((type) => PATCH_TYPES[type] !== 'strategic')

const withoutParameters = (mediaType: string): string => mediaType.split(';')[0]?.trim() ?? ''

/**
 * The kind of patch that a `Content-Type` names. For built-in kinds the router accepts any header that contains a
 * supported type, then the handler matches the whole header; custom resources have no router and no strategic patches.
 * @throws StatusError 415
 */
export function patchTypeOf(contentType: string, isCustom: boolean): PatchType | 'apply' {
  const known = isCustom ? NO_STRATEGIC : Object.keys(PATCH_TYPES)
  const given = withoutParameters(contentType)
  const type = known.includes(given) ? PATCH_TYPES[given] : undefined
  if (type !== undefined) return type
  const fits = contentType.split(',').some((each) => known.includes(withoutParameters(each)))
  throw isCustom || fits ? unsupportedMediaType(known) : unroutable()
}

const unroutable = (): StatusError =>
  failure({ code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} })
