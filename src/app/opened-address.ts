import { embed } from '../address/current-embed.ts'
import type { Embed } from '../address/embed.ts'
import type { Place } from '../address/route.ts'
import { formatRoute } from '../address/route.ts'
import { errorMessage } from '../client/api-error.ts'
import { isLesson } from '../share/share-fragment.ts'
import { notices } from '../state/notices.svelte.ts'
import { session } from '../state/session.svelte.ts'

// This module imports only files that the page has loaded already, so that `preload` runs early. The files of its dynamic
// imports load together (vite.config.ts), in parallel with the API server.
const loadScenarios = () => import('../state/opened-scenario.ts')
const loadChanges = () => import('../state/cluster-changes.ts')

/**
 * Loads the code that `openAddress` needs, and reads the lesson of a link. Ignores failures, because `openAddress`
 * loads the same again and reports them.
 */
export function preload({ hash, search }: Location): void {
  if (!isLesson({ hash, search })) return void loadChanges().catch(() => undefined)
  const loads: Promise<unknown>[] = [readAhead(hash), import('../lesson/mounted-lesson.ts')]
  // The features that show the lesson start with the commands. An embed has no commands.
  if (embed === undefined) loads.push(import('./app-commands.ts'))
  void Promise.allSettled(loads)
}

async function readAhead(hash: string): Promise<void> {
  const { readScenarioLink } = await loadScenarios()
  if (hash.startsWith('#s')) await readScenarioLink(hash)
}

/**
 * Opens the content of the address: a shared cluster, a scenario, or the cluster of an embed. Returns false when the address
 * contains none of them, and after a failure, which a notice explains. When the shared cluster of an embed cannot be opened, opens
 * a new cluster instead, and returns true.
 */
export async function openAddress(location: Location): Promise<boolean> {
  const { hash, pathname, search } = location
  const opensLesson = isLesson(location)
  const scenario = new URLSearchParams(search).get('scenario')
  // Removes the fragment: with it, a reload would create another cluster. An embed's cluster is not stored, so its fragment
  // stays.
  if (embed === undefined) history.replaceState(null, '', scenario === null ? pathname + search : pathname)
  if (opensLesson)
    return attempt('The lesson cannot be opened', async () => {
      const { openScenarioAt, openScenarioLink } = await loadScenarios()
      await (scenario === null ? openScenarioLink(hash) : openScenarioAt(scenario))
    })
  if (hash.startsWith('#r'))
    return attempt('The history cannot be opened', async () => {
      const { openReproLink } = await import('../state/opened-repro.svelte.ts')
      await openReproLink(hash)
    })
  const isOpen =
    hash.startsWith('#c') &&
    (await attempt('The shared cluster cannot be opened', async () => {
      const [{ decodeShare }, { createFrom }] = await Promise.all([import('../share/share-link.ts'), loadChanges()])
      const shared = await decodeShare(hash)
      const isFirstVisit = session.list.length === 0
      await createFrom(shared, shared)
      if (embed !== undefined || session.workspace === undefined) return
      const { greetShared } = await import('../state/greeted-share.ts')
      greetShared(session.workspace, { shared, isFirstVisit })
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

/** Without an example and a place, the cluster opens as on a first visit. */
async function startEmbed({ dialect, panes, example, place }: Embed): Promise<void> {
  const name = 'embedded'
  const first: Place | undefined = example !== '' && panes.includes('edit') ? { kind: 'examples', id: example } : place
  if (first === undefined) return session.create(dialect, name)
  const shared = { name, dialect, objects: [] }
  const { createFrom } = await loadChanges()
  await createFrom(shared, { ...shared, documents: [], at: formatRoute({ place: first }) })
}
