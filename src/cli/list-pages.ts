import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { Client, ClientRequest } from './client.ts'
import type { FlagValues } from './flags.ts'

/** The parameter `limit` of a list for `--chunk-size`; undefined when one request reads the whole list. */
export function chunkLimit(flags: FlagValues): string | undefined {
  const chunk = flags.integer('chunk-size')
  return chunk > 0 ? String(chunk) : undefined
}

/** Yields the pages of a list as the server sent them. @throws ServerError */
export async function* listPages(client: Client, request: ClientRequest): AsyncGenerator<ApiObject & JsonObject> {
  let next: string | undefined
  do {
    const page: ApiObject & JsonObject = await client.json({ ...request, query: { ...request.query, continue: next } })
    yield page
    const { continue: token } = page.metadata ?? {}
    next = typeof token === 'string' && token !== '' ? token : undefined
  } while (next !== undefined)
}
