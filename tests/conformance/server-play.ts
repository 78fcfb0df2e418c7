import type { Case } from './case.ts'
import { httpClient } from './http-client.ts'
import { purgeNamespace, withNamespace } from './namespace.ts'
import type { Outcome } from './outcome.ts'
import { outcomeOf } from './outcome.ts'
import { play } from './player.ts'
import { startWebhookBackend } from './webhook-backend.ts'

/** Plays cases one after the other against a server that runs. */
export async function playAgainstServer(
  list: readonly Case[],
  base: string,
  { purge }: { readonly purge: boolean },
): Promise<Outcome[]> {
  const client = httpClient(base)
  const backend = await startWebhookBackend({ fixedPort: true })
  const outcomes: Outcome[] = []
  for (const c of list) {
    const results = await withNamespace(client, c, () => play(client, c, backend)).catch((error: unknown) => [
      { error: String(error) },
    ])
    if (purge && c.ns) await purgeNamespace(client, c.ns)
    outcomes.push(outcomeOf(c, results))
  }
  backend.close()
  return outcomes
}
