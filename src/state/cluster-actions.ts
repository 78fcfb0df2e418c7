import { appAddress } from '../address/sandboxed-page.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { createFrom, deleteCluster, forkCluster, renameCluster } from './cluster-changes.ts'
import { forkName, newClusterName } from './cluster-names.ts'
import { copyText } from './clipboard.ts'
import { commands } from './commands.svelte.ts'
import type { SavedDocument } from '../contracts/documents.ts'
import { notices } from './notices.svelte.ts'
import { questions } from './questions.svelte.ts'
import { session } from './session.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'
import { formatRoute } from '../address/route.ts'

/** Runs an action. Shows an error notice when it fails. */
async function attempt(failure: string, action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    notices.fail(failure, error)
  }
}

const askName = (title: string, action: string, value: string): Promise<string | undefined> =>
  questions.ask({ title, body: '', action, text: { label: 'Name', value } })

const open = (id: string): Promise<void> => attempt('The cluster was not opened', () => session.open(id))

async function newCluster(dialect: DialectName): Promise<void> {
  const name = await askName(`New ${dialect} cluster`, 'Create', newClusterName(session.list))
  if (name !== undefined) await attempt('The cluster was not created', () => session.create(dialect, name))
}

async function rename({ cluster }: Workspace): Promise<void> {
  const name = await askName('Rename cluster', 'Rename', cluster.info.name)
  if (name !== undefined) await attempt('The cluster was not renamed', () => renameCluster(cluster.id, name))
}

async function fork({ cluster }: Workspace): Promise<void> {
  const name = await askName('Fork cluster', 'Fork', forkName(cluster.info.name, session.list))
  if (name !== undefined) await attempt('The cluster was not forked', () => forkCluster(cluster.id, name))
}

async function remove({ cluster }: Workspace): Promise<void> {
  const answer = await questions.ask({
    title: `Delete cluster ${cluster.info.name}?`,
    body: 'All its objects are deleted from this browser. Export it first if you may want it again.',
    action: 'Delete cluster',
    danger: true,
  })
  if (answer !== undefined) await attempt('The cluster was not deleted', () => deleteCluster(cluster.id))
}

async function objectsOf(workspace: Workspace): Promise<ApiObject[]> {
  await workspace.refreshDiscovery()
  const { discovery } = workspace
  if (discovery === undefined) throw workspace.discoveryError ?? new Error('The cluster does not answer')
  const { collectObjects } = await import('../share/collected-objects.ts')
  return collectObjects(workspace.cluster, discovery)
}

const fileName = (name: string): string =>
  `${
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'cluster'
  }.yaml`

function exportFile(workspace: Workspace): Promise<void> {
  return attempt('The cluster was not exported', async () => {
    const objects = await objectsOf(workspace)
    if (objects.length === 0)
      return notices.show({
        tone: 'info',
        title: 'There is nothing to export',
        detail: 'The cluster holds only what every new cluster has.',
      })
    const { saveFile, writeBundle } = await import('../share/bundle.ts')
    saveFile(fileName(workspace.cluster.info.name), await writeBundle(objects))
  })
}

function pickFile(): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.yaml,.yml,.json'
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}

async function importFile(workspace: Workspace): Promise<void> {
  const file = await pickFile()
  if (file !== undefined) await openFile(workspace, file)
}

/** Opens a scenario as a lesson, a recorded history, or the objects of a file in a new cluster. */
function openFile({ cluster }: Workspace, file: File): Promise<void> {
  return attempt(`${file.name} was not imported`, async () => {
    const { isScenarioFile, openScenario } = await import('./opened-scenario.ts')
    if (await isScenarioFile(file)) return openScenario(await file.text())
    const { isReproFile } = await import('../share/repro.ts')
    if (await isReproFile(file)) {
      const { openReproFile } = await import('./opened-repro.svelte.ts')
      return openReproFile(file)
    }
    const { readBundle } = await import('../share/bundle.ts')
    const objects = await readBundle(file)
    const name = file.name.replace(/\.\w+$/, '').slice(0, 60)
    await createFrom({ name, dialect: cluster.info.dialect, objects })
  })
}

/** The cluster and the open tab, as the fragment of a link. */
async function fragmentOf(workspace: Workspace, objects: readonly ApiObject[]): Promise<string> {
  const { encodeShare } = await import('../share/share-link.ts')
  const { name, dialect } = workspace.cluster.info
  const at = formatRoute({ place: workspace.tabs.active?.place })
  return encodeShare({ name, dialect, objects, documents: workspace.documents.save(), at })
}

/** Copies a link to the cluster. Offers a file when the link would be too long for chat or mail. */
function share(workspace: Workspace): Promise<void> {
  return attempt('The link was not made', async () => {
    const objects = await objectsOf(workspace)
    const { LONGEST_LINK } = await import('../share/share-link.ts')
    const link = appAddress() + (await fragmentOf(workspace, objects))
    if (link.length > LONGEST_LINK)
      return notices.show({
        tone: 'warning',
        title: 'The cluster is too large for a link',
        detail: `The link would be ${Math.ceil(link.length / 1024)} KB long; 32 KB is the most that arrives everywhere. A file holds the same objects.`,
        action: { label: 'Save file', run: () => void exportFile(workspace) },
      })
    if (!(await copyText(link, 'the link'))) return
    const detail = `It holds ${objects.length === 1 ? 'one object' : `${objects.length} objects`}. Each person who opens it gets their own cluster.`
    const action = { label: 'Embed it in a page', run: () => commands.run('cluster.embed') }
    notices.show({ tone: 'success', title: 'Link copied', detail, action })
  })
}

/** Opens the whole app from an embed. When the outer page forbids new tabs, a notice says so and names the alternative. */
function openInTab(workspace: Workspace): Promise<void> {
  return attempt('The cluster was not opened in a tab', async () => {
    const link = appAddress() + (await fragmentOf(workspace, await objectsOf(workspace)))
    const opened = window.open(link)
    if (opened !== null) opened.opener = null
    else
      notices.show({
        tone: 'warning',
        title: 'This page does not let its frames open tabs; here is the link',
        detail: link,
      })
  })
}

/** The cluster as the fragment of a link, for a page that embeds it. */
async function embeddable(workspace: Workspace): Promise<string> {
  return fragmentOf(workspace, await objectsOf(workspace))
}

/** One document as the fragment of a link; the embed applies the document to its new cluster. */
async function embeddableText({ cluster }: Workspace, document: SavedDocument): Promise<string> {
  const { encodeShare } = await import('../share/share-link.ts')
  const at = formatRoute({ place: { kind: 'file', name: document.name } })
  const { name, dialect } = cluster.info
  return encodeShare({ name, dialect, objects: [], documents: [document], at, apply: true })
}

/** Actions on whole clusters. Each action opens the dialogs that it needs. */
export const clusterActions = {
  open,
  newCluster,
  rename,
  fork,
  remove,
  exportFile,
  importFile,
  openFile,
  share,
  openInTab,
  embeddable,
  embeddableText,
  objectsOf,
}

export type ClusterActions = typeof clusterActions
