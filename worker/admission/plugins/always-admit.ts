import type { AdmissionPlugin } from '../admission.ts'

/** Admits everything. */
export const alwaysAdmit = () => ({ name: 'AlwaysAdmit', handles: () => false }) satisfies AdmissionPlugin
