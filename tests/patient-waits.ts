import { vi } from 'vitest'

/** The time limit of a wait in milliseconds: a guard against a hang, not a measure, because the machine may be busy. */
const PATIENCE = 60_000

// Without a given time limit, `vi.waitFor` gives up after one second. Files of one thread share `vi`.
if (vi.waitFor.name !== 'patientWaitFor') {
  const { waitFor } = vi
  vi.waitFor = function patientWaitFor(callback, options = {}) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options })
  }
}
