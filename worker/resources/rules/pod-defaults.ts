import { isObject, type JsonObject, objectOrEmpty } from '../../api/json.ts'
import { textAt } from '../path.ts'
import type { Defaults } from '../notation/defaults.ts'
import { always, made, spelledDefault } from '../notation/defaults.ts'
import { container } from './container-defaults.ts'
import { volume } from './volume-defaults.ts'

/** `serviceAccount` is the field's earlier name; the server writes both. */
const accountByOldName = (spec: JsonObject): string | undefined => textAt(spec, 'serviceAccount') || undefined
const accountName = (spec: JsonObject): string | undefined => textAt(spec, 'serviceAccountName') || undefined

/** The defaults of every pod and pod template. */
export const podSpec: Defaults = {
  volumes: volume,
  initContainers: container,
  containers: container,
  ephemeralContainers: container,
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  serviceAccountName: accountByOldName,
  serviceAccount: always(accountName),
  securityContext: made(),
  schedulerName: 'default-scheduler',
}

/** The metadata of a pod or pod template, without the annotations that early releases had for init containers. */
export const podMetadata = spelledDefault((spell) => {
  const dropped = ['alpha', 'beta'].flatMap((stage) =>
    ['init-containers', 'init-container-statuses'].map((name) => spell(`pod.${stage}.{labels}/${name}`)),
  )
  return always(({ metadata }) => {
    const annotations = isObject(metadata) ? metadata['annotations'] : undefined
    if (!isObject(annotations) || !dropped.some((key) => Object.hasOwn(annotations, key))) return metadata
    const kept = { ...annotations }
    for (const key of dropped) delete kept[key]
    const { annotations: _, ...rest } = objectOrEmpty(metadata)
    return Object.keys(kept).length === 0 ? rest : { ...rest, annotations: kept }
  })
})

export const podTemplate: Defaults = { metadata: podMetadata, spec: podSpec }
