import { isInt64, nextInt64 } from './int64.ts'
import type { JsonObject } from './json.ts'

/** Writes the generation after the one in `old`. Clients can set the generation of some kinds, also to a bigint. */
export function raiseGeneration(metadata: JsonObject, { generation }: JsonObject): void {
  metadata['generation'] = nextInt64(isInt64(generation) ? generation : 0)
}
