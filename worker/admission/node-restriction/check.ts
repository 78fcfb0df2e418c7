import type { AdmissionRequest } from '../admission.ts'

/** Checks a node's write of one resource. @throws StatusError for a write that the node may not make */
export type Check = (request: AdmissionRequest, nodeName: string) => void
