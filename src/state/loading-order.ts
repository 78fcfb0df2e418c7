/**
 * The parts that load when they are needed, and the order in which: the terminal at once, beside the cluster; the
 * explorer and the editor when the terminal answers or somebody reaches for the text, so that they do not stand in the
 * terminal's way; the rest after that, so that it is there when it is asked for.
 */
const LONGEST_WAIT = 2500

let release: () => void = () => undefined
const terminalUp = new Promise<void>((resolve) => {
  release = resolve
})

/** Resolves when the terminal answers, or when it takes too long to be waited for. */
export const turn = Promise.race([terminalUp, new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT))])

export function terminalIsUp(): void {
  release()
}

/** A part that loads when it is first asked for. */
export function once<T>(load: () => Promise<{ readonly default: T }>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => (loaded ??= load().then((module) => module.default))
}
