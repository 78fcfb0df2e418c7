import { Failure } from './failure.ts'

/** Resolves after some time. @throws Failure when the signal aborts before */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    const stop = (): void => {
      clearTimeout(timer)
      reject(new Failure('interrupted'))
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
