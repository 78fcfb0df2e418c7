import type { JsonObject } from '../../../worker/api/json.ts'
import { stringOrEmpty } from '../../../worker/api/json.ts'
import { parseLabelSelector } from '../../../worker/api/selector.ts'
import type { Resource } from './kustomization.ts'
import { regularExpression } from './regular-expression.ts'

/** Returns a test of resources: by patterns for group, version, kind, name and namespace, and by labels and annotations. */
export function selectedBy(target: JsonObject): (resource: Resource) => boolean {
  const fits = (field: string): ((value: string) => boolean) => {
    const source = stringOrEmpty(target[field])
    return source === '' ? () => true : regularExpression(`^(?:${source})$`)
  }
  const [group, version, kind, name, namespace] = ['group', 'version', 'kind', 'name', 'namespace'].map(fits)
  const labels = parseLabelSelector(stringOrEmpty(target.labelSelector))
  const annotations = parseLabelSelector(stringOrEmpty(target.annotationSelector))
  return ({ object, original }) => {
    const { apiVersion = '', metadata } = object
    const [ofGroup = '', ofVersion = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
    return Boolean(
      group?.(ofGroup) &&
      version?.(ofVersion) &&
      kind?.(object.kind ?? '') &&
      (name?.(original) || name?.(metadata?.name ?? '')) &&
      namespace?.(metadata?.namespace ?? '') &&
      (labels?.(metadata?.labels) ?? true) &&
      (annotations?.(metadata?.annotations) ?? true),
    )
  }
}
