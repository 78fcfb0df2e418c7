import type { ApiObject } from '../../api/object.ts'
import { textAt, valueAt } from '../../resources/path.ts'
import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/** Volumes of clouds, with the place of their name and the words for a cloud that cannot be asked. */
const CLOUDS = [
  ['gcePersistentDisk', 'pdName', 'GCE PD volume', 'GCE cloud provider for PD'],
  ['azureDisk', 'diskName', 'AzureDisk volume', 'Azure cloud provider for AzureDisk'],
  ['vsphereVolume', 'volumePath', 'vSphere Volume', 'vSphere cloud provider'],
] as const

/** Asks the volume's cloud for its zone. There is no cloud here, so volumes of one are refused, as by a server without. */
export function persistentVolumeLabel({ dialect }: AdmissionContext) {
  const zone = dialect.spell('topology.{labels}/zone')
  const region = dialect.spell('topology.{labels}/region')
  const provisioned = dialect.spell('pv.{labels}/provisioned-by')
  const isLabelled = ({ metadata }: ApiObject): boolean =>
    metadata?.annotations?.[provisioned] !== undefined &&
    [zone, region].every((label) => metadata.labels?.[label] !== undefined)
  return {
    name: 'PersistentVolumeLabel',
    handles: operations('CREATE').on('persistentvolumes'),
    admit(request) {
      const { object } = request
      if (object === undefined || isLabelled(object)) return
      for (const [source, name, what, cloud] of CLOUDS) {
        if (valueAt(object, `spec.${source}`) === undefined) continue
        const volume = textAt(object, `spec.${source}.${name}`)
        throw refused(request, `error querying ${what} ${volume}: unable to build ${cloud}`)
      }
    },
  } satisfies AdmissionPlugin
}
