import type { AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { refused } from '../refusal.ts'

/** Refuses every request, for tests. Writes of the server itself, such as its bootstrap objects, are admitted. */
export function alwaysDeny() {
  const deny = (request: AdmissionRequest): void => {
    if (request.user.username === 'system:apiserver') return
    throw refused(request, 'admission control is denying all modifications')
  }
  return { name: 'AlwaysDeny', handles: () => true, admit: deny, validate: deny } satisfies AdmissionPlugin
}
