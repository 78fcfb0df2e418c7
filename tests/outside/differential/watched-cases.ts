import type { Case, Step } from '../../conformance/case.ts'
import { isPlain } from './mutations.ts'
import { join, watching } from './scenarios/steps.ts'

const FORMS: readonly Record<string, string>[] = [
  {},
  { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
  { Accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
]
const STREAM_MS = 2500
/** Collections whose first objects a case did not make. */
const OTHERS = /\/(namespaces|clusterroles|clusterrolebindings|flowschemas|prioritylevelconfigurations|apiservices)$/

const collection = ({ method, path = '' }: Step): string | undefined => {
  const [place = ''] = path.split('?')
  return method === 'POST' && !OTHERS.test(place) && /\/(v\d\w*|\$\{ns\})\/[a-z0-9]+$/.test(place) ? place : undefined
}

/**
 * A case whose steps run while its first four collections are watched in three forms. A case that creates no object is returned
 * unchanged.
 */
export function watchedCase(c: Case): Case {
  const places = [...new Set(c.steps.filter(isPlain).map(collection))].filter((place) => place !== undefined)
  const watches = places
    .slice(0, 4)
    .flatMap((place) =>
      FORMS.map((headers) => watching(`${place}?watch=true`, headers, { lead: 20, watch: { ms: STREAM_MS } })),
    )
  return watches.length === 0 ? c : { ...c, steps: [...watches, ...c.steps, join] }
}
