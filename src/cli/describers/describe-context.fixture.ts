import type { ApiObject } from '../../../worker/api/object.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { ServerError } from '../failure.ts'
import { alignTabs } from '../printers/tabs.ts'
import type { CollectionQuery, Describer, DescribeContext } from './describer.ts'

const NOW = Date.parse('2024-01-01T00:10:00Z')

/** A server with objects and collections by path. */
export class FakeServer implements DescribeContext {
  readonly now = NOW
  /** The requested paths, in order. */
  readonly requested: string[] = []
  readonly #answers: Readonly<Record<string, ApiObject | ApiObject[] | undefined>>

  constructor(answers: Readonly<Record<string, ApiObject | ApiObject[]>> = {}) {
    this.#answers = answers
  }

  readonly spell = (template: string): string => dialects.k8s.spell(template)

  readonly get = (path: string): Promise<ApiObject> => {
    this.requested.push(path)
    const found = this.#answers[path]
    if (found !== undefined && !Array.isArray(found)) return Promise.resolve(found)
    const name = path.split('/').at(-1)
    return Promise.reject(new ServerError({ code: 404, reason: 'NotFound', message: `"${name}" not found` }))
  }

  readonly list = (path: string, query: CollectionQuery = {}): Promise<ApiObject[]> => {
    this.requested.push([path, query.labelSelector ?? query.fieldSelector ?? ''].join('?'))
    const found = this.#answers[path]
    return Promise.resolve(Array.isArray(found) ? found : [])
  }
}

const refused = (): Promise<never> => Promise.reject(new ServerError({ code: 403, reason: 'Forbidden', message: 'no' }))

/** A server that refuses every read. */
export const closedServer: DescribeContext = { ...new FakeServer(), get: refused, list: refused }

/** The lines of a description as `describe` prints them. */
export async function linesOf(
  text: Describer['text'],
  object: ApiObject,
  server: DescribeContext = new FakeServer(),
): Promise<string[]> {
  return alignTabs(await text(object, server)).split('\n')
}
