import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, copiedObject, textAt, valueAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/** The separator of the zones in a label. */
const ZONE_SEPARATOR = '__'

/**
 * Restricts a volume to the zone and region in its labels if it has the annotation of a provisioner. Any other volume with a
 * GCE disk is refused, as on a real server that cannot reach GCE. The real server looks up no other cloud.
 */
export function persistentVolumeLabel({ dialect }: AdmissionContext) {
  const { spell } = dialect
  const topologies = [
    [spell('topology.{labels}/zone'), spell('topology.{labels}/region')],
    [spell('failure-domain.beta.{labels}/zone'), spell('failure-domain.beta.{labels}/region')],
  ] as const
  const provisioned = spell('pv.{labels}/provisioned-by')

  function requirementsOf({ metadata }: ApiObject): readonly JsonObject[] | undefined {
    if (metadata?.annotations?.[provisioned] === undefined) return undefined
    for (const [zoneLabel, regionLabel] of topologies) {
      const [zones, region] = [metadata.labels?.[zoneLabel], metadata.labels?.[regionLabel]]
      if (zones === undefined || region === undefined) continue
      return [
        { key: zoneLabel, operator: 'In', values: [...new Set(zones.split(ZONE_SEPARATOR))].sort() },
        { key: regionLabel, operator: 'In', values: [region] },
      ]
    }
    return undefined
  }

  return {
    name: 'PersistentVolumeLabel',
    handles: operations('CREATE').on('persistentvolumes'),
    admit(request) {
      const { object } = request
      if (object === undefined) return
      const requirements = requirementsOf(object)
      if (requirements !== undefined) return restrict(object, requirements)
      if (valueAt(object, 'spec.gcePersistentDisk') === undefined) return
      const disk = textAt(object, 'spec.gcePersistentDisk.pdName')
      throw refused(request, `error querying GCE PD volume ${disk}: unable to build GCE cloud provider for PD`)
    },
  } satisfies AdmissionPlugin
}

/** Adds the requirements to every term, unless a term has a requirement for one of the keys. */
function restrict(volume: ApiObject, requirements: readonly JsonObject[]): void {
  const required = copiedObject(copiedObject(copiedObject(volume, 'spec'), 'nodeAffinity'), 'required')
  const given = listAt(required, 'nodeSelectorTerms').filter(isObject)
  const terms = given.length === 0 ? [{}] : given
  const keys = new Set(requirements.map(({ key }) => key))
  const hasOneOfKeys = (term: JsonObject): boolean =>
    listAt(term, 'matchExpressions').some((expression) => isObject(expression) && keys.has(expression['key']))
  if (terms.some(hasOneOfKeys)) return
  required['nodeSelectorTerms'] = terms.map((term) => ({
    ...term,
    matchExpressions: [...listAt(term, 'matchExpressions'), ...requirements],
  }))
}
