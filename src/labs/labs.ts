import type { LabId } from '../address/labs.ts'
import type { Lab } from './lab.ts'

const LOADS: Readonly<Record<LabId, () => Promise<Lab>>> = {
  cel: async () => (await import('./cel/cel-lab.ts')).celLab,
  crd: async () => (await import('./crd/crd-lab.ts')).crdLab,
  policy: async () => (await import('./policy/policy-lab.ts')).policyLab,
  certificate: async () => (await import('./certificate/certificate-lab.ts')).certificateLab,
  conflict: async () => (await import('./conflict/conflict-lab.ts')).conflictLab,
}

/** Loads a lab at its first use. */
export const loadLab = (id: LabId): Promise<Lab> => LOADS[id]()
