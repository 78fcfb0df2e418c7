import { LONGEST_SCENARIO, readScenario } from '../scenario/read-scenario.ts'
import { scenarioAddress } from '../scenario/scenario-address.ts'
import { decodeScenarioLink } from '../scenario/scenario-link.ts'
import { embed } from '../address/current-embed.ts'
import { createFrom } from './cluster-changes.ts'
import { lessonClusterName } from './cluster-names.ts'
import { lessonRecords } from './lesson-records.svelte.ts'
import { questions } from './questions.svelte.ts'
import { showPanes } from './scenario-panes.ts'
import { session } from './session.svelte.ts'

/** The size up to which a file may be a scenario; a larger file is a bundle of objects. */
const MAX_BYTES = 4 * LONGEST_SCENARIO

/** Whether the file declares that it is a scenario. It may still have faults. */
export async function isScenarioFile(file: File): Promise<boolean> {
  return file.size <= MAX_BYTES && /^kind: *["']?Scenario\b/m.test(await file.text())
}

/**
 * Opens a scenario as a lesson in a separate cluster.
 * @throws ScenarioError for a text that is not a scenario
 */
export async function openScenario(text: string): Promise<void> {
  const { name, title, steps, dialect, objects, files, panes = [], cluster: settings } = readScenario(text)
  const [first] = files
  const at = first === undefined ? '' : `?file=${encodeURIComponent(first.name)}`
  const shared = {
    name: lessonClusterName(name, session.list),
    dialect,
    objects,
    ...(settings !== undefined && { settings }),
  }
  const cluster = await createFrom({ ...shared, objects: [] }, { ...shared, documents: files, at })
  const { workspace } = session
  if (workspace !== undefined && objects.length > 0) {
    const { restoreCluster } = await import('./restored-cluster.ts')
    await restoreCluster(workspace, objects, { isSilent: true })
  }
  if (workspace !== undefined) showPanes(workspace, panes)
  lessonRecords.put(cluster, { text, title, steps: steps.length, step: 0, reached: 0, passed: [], answers: [] })
}

/** Opens the scenario of a link, given by the link's fragment. */
export async function openScenarioLink(fragment: string): Promise<void> {
  await openScenario(await decodeScenarioLink(fragment))
}

/** Reads the scenario of a link in advance: `openScenarioLink` then finds the result. @throws ShareError, ScenarioError */
export async function readScenarioLink(fragment: string): Promise<void> {
  readScenario(await decodeScenarioLink(fragment))
}

/**
 * Opens the scenario in a file of this origin. For a file of another origin, the user must allow it first. An embed shows no
 * question, because the embedding page has chosen the address.
 * @throws AddressError for an address that is not allowed; Error for a file that is absent, too long or not allowed
 */
export async function openScenarioAt(address: string): Promise<void> {
  const { url, isForeign } = scenarioAddress(address, location.href)
  if (isForeign && embed === undefined && !(await isAllowed(url)))
    throw new Error('You did not allow a file of another site.')
  const file = isForeign ? await foreignFile(url) : await fileAt(url, {})
  if (file.size > MAX_BYTES) throw new Error(`${url.pathname} is too large to be a scenario.`)
  await openScenario(await file.text())
}

async function isAllowed({ origin, pathname }: URL): Promise<boolean> {
  const answer = await questions.ask({
    title: `Open a lesson of ${origin}?`,
    body: `The address of this page names the file ${pathname} of another site. The lesson opens in a cluster of its own, and runs no code without your permission.`,
    action: 'Open the lesson',
  })
  return answer !== undefined
}

async function foreignFile(url: URL): Promise<Blob> {
  try {
    return await fileAt(url, { credentials: 'omit', referrerPolicy: 'no-referrer' })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Error(
      `${url.origin} cannot be read from here: the policy of this site or of that one forbids it. Download the file, and drop it on this page.`,
      { cause: error },
    )
  }
}

async function fileAt(url: URL, init: RequestInit): Promise<Blob> {
  // A redirect could lead to another site.
  const response = await fetch(url, { ...init, redirect: 'error' })
  if (!response.ok) throw new Error(`${url.pathname} cannot be read: the server answered ${response.status}.`)
  return response.blob()
}
