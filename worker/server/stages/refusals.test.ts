import { expect, it } from 'vitest'
import { badRequest } from '../../api/status.ts'
import { TextRefusal } from '../../http/request-info.ts'
import { exchangeOf, later, next } from './exchange-fixture.ts'
import { refusals } from './refusals.ts'

const textOf = (answer: unknown): string => new TextDecoder().decode((answer as { readonly body: Uint8Array }).body)

it('passes an answer on', () => {
  expect(refusals.run(exchangeOf(), next)).toBe(later)
})

it('answers a thrown Status, and keeps it for the audit event', () => {
  const exchange = exchangeOf()
  const answer = refusals.run(exchange, () => {
    throw badRequest('no such option')
  })
  expect(answer).toMatchObject({ status: 400, contentType: 'application/json' })
  expect(JSON.parse(textOf(answer))).toMatchObject({ kind: 'Status', message: 'no such option' })
  expect(exchange.failure?.message).toBe('no such option')
})

it('answers a promise that is rejected with a Status', async () => {
  const answer = await refusals.run(exchangeOf(), () => Promise.reject(badRequest('too late')))
  expect(answer.status).toBe(400)
})

it('answers plain text to a request that cannot be understood', () => {
  const answer = refusals.run(exchangeOf(), () => {
    throw new TextRefusal(400, '400 Bad Request')
  })
  expect([answer, textOf(answer)]).toMatchObject([{ status: 400 }, '400 Bad Request'])
})

it('reports any other error as a defect, and answers 500', () => {
  const reported: unknown[] = []
  const exchange = exchangeOf({ context: { report: (error) => void reported.push(error) } })
  const defect = new Error('out of order')
  const answer = refusals.run(exchange, () => {
    throw defect
  })
  expect([answer, reported]).toMatchObject([{ status: 500 }, [defect]])
})
