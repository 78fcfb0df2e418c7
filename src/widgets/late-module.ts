import { nextTask } from '../../worker/runtime/next-task.ts'

/**
 * A module that loads on first use. It is evaluated in one task and used in the next, so that the browser can handle input in
 * between. After a failure, the next use loads the module again.
 */
export function once<T>(load: () => Promise<{ readonly default: T }>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () =>
    (loaded ??= load().then(
      (module) => nextTask().then(() => module.default),
      (error: unknown) => {
        loaded = undefined
        throw error
      },
    ))
}
