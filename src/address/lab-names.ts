import type { LabId } from './labs.ts'

const NAMES: Readonly<Record<LabId, string>> = {
  cel: 'CEL lab',
  crd: 'CRD lab',
  policy: 'Policy lab',
  certificate: 'Certificate lab',
  conflict: 'Conflict lab',
}

export const labName = (id: LabId): string => NAMES[id]
