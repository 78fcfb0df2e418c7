import { describe, expect, it } from 'vitest'
import { onAbort, pauseFor, untilAborted } from './on-abort.ts'

const stopped = new Error('stopped')

describe('onAbort', () => {
  it('runs the task once when the signal aborts', () => {
    const controller = new AbortController()
    let runs = 0
    onAbort(controller.signal, () => runs++)
    expect(runs).toBe(0)
    controller.abort()
    controller.abort()
    expect(runs).toBe(1)
  })

  it('runs the task at once when the signal has aborted', () => {
    let runs = 0
    onAbort(AbortSignal.abort(), () => runs++)()
    expect(runs).toBe(1)
  })

  it('does not run a removed task', () => {
    const controller = new AbortController()
    let runs = 0
    onAbort(controller.signal, () => runs++)()
    controller.abort()
    expect(runs).toBe(0)
  })
})

describe('untilAborted', () => {
  const never = new Promise<string>(() => undefined)

  it('gives the result of the work, or rejects with the reason of the signal', async () => {
    const controller = new AbortController()
    expect(await untilAborted(Promise.resolve('a'), controller.signal)).toBe('a')
    const waiting = untilAborted(never, controller.signal)
    controller.abort(stopped)
    await expect(waiting).rejects.toBe(stopped)
    await expect(untilAborted(never, controller.signal)).rejects.toBe(stopped)
  })
})

describe('pauseFor', () => {
  it('resolves after the time', async () => {
    const [pausing, run] = paused(new AbortController().signal)
    run()
    await expect(pausing).resolves.toBeUndefined()
  })

  it('cancels the timer and rejects when the signal aborts, also before the pause', async () => {
    const controller = new AbortController()
    const [pausing, , isCancelled] = paused(controller.signal)
    controller.abort(stopped)
    await expect(pausing).rejects.toBe(stopped)
    expect(isCancelled()).toBe(true)
    const [late, , isLateCancelled] = paused(controller.signal)
    await expect(late).rejects.toBe(stopped)
    expect(isLateCancelled()).toBe(true)
  })
})

/** A pause with a timer that `run` ends. */
function paused(signal: AbortSignal): [pausing: Promise<void>, run: () => void, isCancelled: () => boolean] {
  let [task, isCancelled] = [(): void => undefined, false]
  const after = (_: number, given: () => void) => {
    task = given
    return () => {
      isCancelled = true
    }
  }
  return [pauseFor(1, after, signal), () => task(), () => isCancelled]
}
