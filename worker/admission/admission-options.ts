import type { Json } from '../api/json.ts'
import type { AdmissionContext } from './admission.ts'
import type { PluginSwitches } from './order.ts'

/** The settings of admission: its flags, and the service that reviews images. */
export interface AdmissionOptions extends PluginSwitches {
  /** The parts of `--admission-control-config-file`, by plugin. */
  readonly configuration: Readonly<Record<string, Json>>
  readonly tolerationSeconds: AdmissionContext['tolerationSeconds']
  readonly imageReviewer?: AdmissionContext['imageReviewer']
}

export const DEFAULT_ADMISSION: AdmissionOptions = {
  enable: [],
  disable: [],
  configuration: {},
  tolerationSeconds: { notReady: 300, unreachable: 300 },
}
