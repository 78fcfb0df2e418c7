import { expect, it } from 'vitest'
import type { DocumentServer } from '../../http/document-server.ts'
import { dispatch } from './dispatch.ts'
import { exchangeOf, later } from './exchange-fixture.ts'

const documents = {
  healthChecks: [],
  documents: [({ path }: { readonly path: string }) => (path === '/here' ? later : undefined)],
  catalog: { groups: () => [] },
  announced: () => [],
} as unknown as DocumentServer

const answerTo = async (url: string) => dispatch.run(exchangeOf({ url, context: { documents } }))

it('answers the path of a document with the document', async () => {
  expect(await answerTo('/here')).toBe(later)
})

it('answers 404 to a resource of a group that is not served', async () => {
  expect(await answerTo('/apis/unserved.example/v1/widgets')).toMatchObject({ status: 404 })
})

it('answers 404 in plain text to the path of a resource that begins with two slashes', async () => {
  expect(await answerTo('//api/v1/pods')).toMatchObject({ status: 404, contentType: 'text/plain; charset=utf-8' })
})
