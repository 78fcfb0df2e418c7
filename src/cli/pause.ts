import { Failure } from './failure.ts'
import type { Host } from './host.ts'

/** Resolves after the given time. @throws Failure when the command is interrupted during it */
export function pause(milliseconds: number, { after, signal }: Pick<Host, 'after' | 'signal'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = after(milliseconds, resolve)
    const stop = (): void => {
      cancel()
      reject(new Failure('interrupted'))
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
