import type { AdmissionFactory } from './admission.ts'
import type { PluginName } from './order.ts'

/** Admission plugins by name. */
export type PluginSet = Readonly<Partial<Record<PluginName, AdmissionFactory>>>
