import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, spelled } from '../notation/rule.ts'
import { textAt, valueAt } from '../path.ts'

/** The annotation that named the class of a volume or claim before `spec.storageClassName` existed. */
const ANNOTATION = 'volume.beta.{labels}/storage-class'

/** The class of a volume or claim, in the annotation or the field. */
export function storageClassOf(object: ApiObject, spell: Dialect['spell']): string {
  const annotations = valueAt(object, 'metadata.annotations')
  const old = isObject(annotations) ? annotations[spell(ANNOTATION)] : undefined
  return typeof old === 'string' ? old : textAt(object, 'spec.storageClassName')
}

export const oldClassAnnotation: Rule = spelled((spell) => {
  const annotation = spell(ANNOTATION)
  return [
    at(
      'metadata.annotations',
      checkObject((annotations, place) => {
        if (annotations[annotation] === undefined) return
        place.warn('deprecated since v1.8; use "storageClassName" attribute instead', `[${annotation}]`)
      }),
    ),
  ]
})
