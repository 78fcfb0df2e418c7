import type { JsonObject } from '../../api/json.ts'
import { textAt } from '../path.ts'
import type { Defaults } from '../notation/defaults.ts'
import { always, made } from '../notation/defaults.ts'
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

export const podTemplate: Defaults = { spec: podSpec }
