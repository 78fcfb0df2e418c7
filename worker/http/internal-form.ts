import type { ApiObject } from '../api/object.ts'
import type { View } from '../verbs/verbs.ts'

/**
 * The object in the real server's internal form, in which some annotations are fields; undefined when that form equals the
 * shown one.
 */
export function internalForm(
  { object, hub }: View,
  { fieldAnnotations }: { readonly fieldAnnotations: readonly string[] },
): ApiObject | undefined {
  const { metadata } = hub ?? object
  const { annotations } = metadata ?? {}
  if (annotations === undefined || !fieldAnnotations.some((name) => annotations[name] !== undefined)) return hub
  const kept = Object.entries(annotations).filter(([name]) => !fieldAnnotations.includes(name))
  const { annotations: _all, ...rest } = metadata ?? {}
  return {
    ...(hub ?? object),
    metadata: { ...rest, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) },
  }
}
