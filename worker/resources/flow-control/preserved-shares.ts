import { objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { valueAt } from '../path.ts'
import type { ResourceVersion } from '../resource.ts'
import { zeroShares } from './mandatory-objects.ts'

/** Converts between v1beta3 and the storage version. In v1beta3 an annotation distinguishes shares of zero from absent ones. */
export function preservedShares({ spell }: Dialect): NonNullable<ResourceVersion['convert']> {
  const key = zeroShares(spell)
  return {
    toStorage(level) {
      const annotations = level.metadata?.annotations
      if (annotations === undefined || !Object.hasOwn(annotations, key)) return level
      const { [key]: _dropped, ...kept } = annotations
      return withAnnotations(level, kept)
    },
    fromStorage(level) {
      const shares = valueAt(level, 'spec.limited.nominalConcurrencyShares')
      return shares === 0 ? withAnnotations(level, { ...level.metadata?.annotations, [key]: '' }) : level
    },
  }
}

function withAnnotations(level: ApiObject, annotations: Readonly<Record<string, string>>): ApiObject {
  const { metadata } = level
  const { annotations: _replaced, ...rest } = objectOrEmpty(metadata)
  return { ...level, metadata: Object.keys(annotations).length === 0 ? rest : { ...rest, annotations } }
}
