import type { AdmissionRequest } from '../admission.ts'

/** What one resource asks of a node that writes it. @throws StatusError */
export type Check = (request: AdmissionRequest, nodeName: string) => void
