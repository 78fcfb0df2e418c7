/**
 * The order of lazy loading: the terminal first, in parallel with the cluster; the
 * explorer and the editor when the terminal is ready or the user points at the text, so that they do not delay the
 * terminal; the other modules after that.
 */
const LONGEST_WAIT = 2500

let release: () => void = () => undefined
const terminalUp = new Promise<void>((resolve) => {
  release = resolve
})

/** Resolves when the terminal is ready, or after a time limit. */
export const turn = Promise.race([terminalUp, new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT))])

export function terminalIsUp(): void {
  release()
}

/** A module that loads on first use. */
export function once<T>(load: () => Promise<{ readonly default: T }>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => (loaded ??= load().then((module) => module.default))
}
