import type { Dialect } from '../dialect/dialect.ts'
import type { Controller, ControllerContext, ControllerDescriptor } from './controller.ts'
import type { ObserveChanges, WakeUp } from './wake-up.ts'

/** In the copy of a cluster at rest, delays the start of a controller that has a `wakeUp` until a change wakes it. */
export const sleepingInCopy = <Given extends Controller>(
  { wakeUp }: Pick<ControllerDescriptor, 'wakeUp'>,
  controller: Given,
  { dialect, copiedAtRest }: Pick<ControllerContext, 'dialect' | 'copiedAtRest'>,
  start: Sleep['start'],
): Given | SleepingController =>
  wakeUp === undefined || copiedAtRest === undefined
    ? controller
    : new SleepingController(controller, { wakeUp, dialect, observe: copiedAtRest, start })

/** Starts controllers, and counts the starts that have not ended. */
export function startCount(): { start(controller: Controller): Promise<void>; underWay(): number } {
  let underWay = 0
  return {
    async start(controller) {
      underWay++
      await controller.start().finally(() => underWay--)
    },
    underWay: () => underWay,
  }
}

interface Sleep {
  readonly wakeUp: WakeUp
  readonly dialect: Dialect
  readonly observe: ObserveChanges
  /** Starts the controller and reports its errors. */
  readonly start: (controller: Controller) => Promise<void>
}

/**
 * A controller in the copy of a cluster at rest. In the original cluster, the same controller has handled every existing object.
 * This one therefore starts with the first change that gives it work, before the event loop runs another task.
 */
export class SleepingController implements Controller {
  readonly needs: Controller['needs']
  readonly #controller: Controller
  readonly #sleep: Sleep
  #isAwake = false
  #unobserve = (): void => undefined

  constructor(controller: Controller, sleep: Sleep) {
    this.needs = controller.needs
    this.#controller = controller
    this.#sleep = sleep
  }

  start(): Promise<void> {
    const { wakeUp, dialect, observe } = this.#sleep
    this.#unobserve = observe((change) => {
      if (wakeUp(change, dialect)) this.wake()
    })
    return Promise.resolve()
  }

  wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    this.#unobserve()
    void this.#sleep.start(this.#controller)
  }

  stop(): void {
    this.#unobserve()
    // A stopped controller does not wake.
    if (this.#isAwake) this.#controller.stop()
    this.#isAwake = true
  }
}
