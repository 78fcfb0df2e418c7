import { startTimer } from '../../worker/runtime/long-timer.ts'
import { onAbort } from '../../worker/runtime/on-abort.ts'

/**
 * Aborts with the first of `ends`, or after `timeoutMs` with a TimeoutError. `closed`, which is one of `ends`, also
 * stops the timer.
 *
 * The timer refers to its controller. With `AbortSignal.timeout`, Node 20 collects the signal when only a combined
 * signal refers to it, and the limit never ends the request.
 * @param timeoutMs undefined means no limit
 */
export function requestSignal(
  ends: readonly AbortSignal[],
  closed: AbortSignal,
  timeoutMs: number | undefined,
): AbortSignal {
  if (timeoutMs === undefined) return AbortSignal.any([...ends])
  const controller = new AbortController()
  const cancel = startTimer(timeoutMs, () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  )
  onAbort(closed, cancel)
  return AbortSignal.any([...ends, controller.signal])
}

/** Whether the time limit ended the request. */
export const hasTimedOut = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof DOMException && reason.name === 'TimeoutError'
