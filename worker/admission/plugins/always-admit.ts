import type { AdmissionPlugin } from '../admission.ts'

/** Has nothing against anything. */
export const alwaysAdmit = () => ({ name: 'AlwaysAdmit', handles: () => false }) satisfies AdmissionPlugin
