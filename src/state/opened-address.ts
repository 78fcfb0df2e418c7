import { embed } from '../address/current-embed.ts'
import type { Embed } from '../address/embed.ts'
import type { Place } from '../address/route.ts'
import { formatRoute } from '../address/route.ts'
import { errorMessage } from '../client/api-error.ts'
import { isLesson } from '../share/share-fragment.ts'
import { decodeShare } from '../share/share-link.ts'
import { createFrom } from './cluster-changes.ts'
import { notices } from './notices.svelte.ts'
import { session } from './session.svelte.ts'

/** Loads the code that `openAddress` needs for a lesson. Ignores failures: opening the lesson loads again, and reports them. */
export function preload(location: Location): void {
  if (isLesson(location))
    void Promise.allSettled([import('./opened-scenario.ts'), import('../scenario/scenario-link.ts')])
}

/**
 * Opens what the address holds: a shared cluster, a scenario, or the cluster of an embed. False when it holds
 * none; false too after a failure, which a notice explains.
 */
export async function openAddress(location: Location): Promise<boolean> {
  const { hash, pathname, search } = location
  const opensLesson = isLesson(location)
  const scenario = new URLSearchParams(search).get('scenario')
  // Removes the fragment, so that a reload does not create another cluster. An embed's cluster is not stored, so its fragment stays.
  if (embed === undefined) history.replaceState(null, '', scenario === null ? pathname + search : pathname)
  if (opensLesson)
    return attempt('The lesson cannot be opened', async () => {
      const { openScenarioAt, openScenarioLink } = await import('./opened-scenario.ts')
      await (scenario === null ? openScenarioLink(hash) : openScenarioAt(scenario))
    })
  if (hash.startsWith('#r'))
    return attempt('The history cannot be opened', async () => {
      const { openReproLink } = await import('./opened-repro.svelte.ts')
      await openReproLink(hash)
    })
  const isOpen =
    hash.startsWith('#c') &&
    (await attempt('The shared cluster cannot be opened', async () => {
      const shared = await decodeShare(hash)
      await createFrom(shared, shared)
    }))
  if (isOpen) return true
  if (embed === undefined) return false
  await startEmbed(embed)
  return true
}

async function attempt(failure: string, open: () => Promise<void>): Promise<boolean> {
  try {
    await open()
    return true
  } catch (error) {
    notices.show({ tone: 'error', title: failure, detail: errorMessage(error) })
    return false
  }
}

/** Without a route the cluster opens like a first visit. */
async function startEmbed({ dialect, panes, example, place }: Embed): Promise<void> {
  const name = 'embedded'
  const first: Place | undefined = example !== '' && panes.includes('edit') ? { kind: 'examples', id: example } : place
  if (first === undefined) return session.create(dialect, name)
  const shared = { name, dialect, objects: [] }
  await createFrom(shared, { ...shared, documents: [], at: formatRoute({ place: first }) })
}
