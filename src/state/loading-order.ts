import { nextTask } from '../../worker/runtime/next-task.ts'

/**
 * The order of lazy loading: a visible terminal first, in parallel with the cluster; the explorer and the editor when the
 * terminal is ready or the user presses the text, so that they do not delay the terminal; the other modules after that.
 */
let release: () => void = () => undefined
/** Resolves when the terminal is ready, and when it cannot become ready. */
export const terminalSettled = new Promise<void>((resolve) => {
  release = resolve
})

let turn = terminalSettled
/** Resolves after `terminalSettled`, each call in a task of its own: together, the loads that begin then are one long task. */
export const afterTerminal = (): Promise<void> => (turn = turn.then(nextTask))

/** Call when the terminal is ready, and when it is missing, hidden, cannot be loaded or has no cluster. */
export function releaseLazyLoading(): void {
  release()
}
