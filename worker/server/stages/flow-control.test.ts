import { expect, it } from 'vitest'
import { exchangeOf, later, next } from './exchange-fixture.ts'
import { flowControl } from './flow-control.ts'

it('classifies the request for the headers of its answer, and admits it', () => {
  const classified = { headers: [] }
  const flows = {
    classify: () => classified,
    admit: (_info: unknown, flow: unknown, work: () => unknown) => [flow, work()],
  }
  const exchange = exchangeOf({ context: { cluster: { flows } as never } })
  expect(flowControl.run(exchange, next)).toEqual([classified, later])
  expect(exchange.flow).toBe(classified)
})
