import { nextTask } from '../../worker/runtime/next-task.ts'

/**
 * The order of lazy loading. A visible terminal loads first, in parallel with the cluster. The explorer and the editor load
 * when the terminal is ready or the user presses the text, so they do not delay the terminal. The other modules load last.
 */
let release: () => void = () => undefined
/** Resolves when the terminal is ready, or when it cannot become ready. */
export const terminalSettled = new Promise<void>((resolve) => {
  release = resolve
})

let turn = terminalSettled
/**
 * Resolves after `terminalSettled`, each call in a separate task. In the same task, the loads that then begin would
 * block the page.
 */
export const afterTerminal = (): Promise<void> => (turn = turn.then(nextTask))

/** Call when the terminal is ready, and also when it is missing, hidden, cannot be loaded or has no cluster. */
export function releaseLazyLoading(): void {
  release()
}
