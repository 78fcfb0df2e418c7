/** The `after` of a host that uses the system's clock. */
export { startTimer as timer } from '../../worker/runtime/long-timer.ts'
