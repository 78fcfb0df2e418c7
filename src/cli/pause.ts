import { pauseFor } from '../../worker/runtime/on-abort.ts'
import { Failure } from './failure.ts'
import type { Host } from './host.ts'

/** Resolves after the given time. @throws Failure when the command is interrupted before or during it */
export const pause = (milliseconds: number, { after, signal }: Pick<Host, 'after' | 'signal'>): Promise<void> =>
  pauseFor(milliseconds, after, signal).catch(() => {
    throw new Failure('interrupted')
  })
