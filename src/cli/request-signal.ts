/**
 * Aborts with the first of `ends`, or after `timeoutMs` with a TimeoutError. The timer ends with `closed`, which is one of
 * the ends.
 *
 * The timer holds its controller. Node 20 collects an `AbortSignal.timeout` to which only a combined signal refers, and
 * the time then never ends.
 * @param timeoutMs undefined: no limit
 */
export function requestSignal(
  ends: readonly AbortSignal[],
  closed: AbortSignal,
  timeoutMs: number | undefined,
): AbortSignal {
  if (timeoutMs === undefined) return AbortSignal.any([...ends])
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    timeoutMs,
  )
  closed.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return AbortSignal.any([...ends, controller.signal])
}
