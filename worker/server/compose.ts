import type { Awaitable } from '../runtime/awaitable.ts'

/**
 * One step of the pipeline. Called once for each exchange, in the order of the list. It answers by itself, refuses by throwing,
 * or returns what `next` returns; work before and after `next` encloses all later steps.
 */
export interface Step<Exchange, Answer> {
  readonly name: string
  run(exchange: Exchange, next: () => Awaitable<Answer>): Awaitable<Answer>
}

/** Returns a function that runs the steps in the order of the list. The last step answers without calling `next`. */
export function compose<Exchange, Answer>(
  steps: readonly Step<Exchange, Answer>[],
): (exchange: Exchange) => Awaitable<Answer> {
  const runFrom = (index: number, exchange: Exchange): Awaitable<Answer> => {
    const step = steps[index]
    if (step === undefined) throw new Error('end the list with a step that answers')
    return step.run(exchange, () => runFrom(index + 1, exchange))
  }
  return (exchange) => runFrom(0, exchange)
}
