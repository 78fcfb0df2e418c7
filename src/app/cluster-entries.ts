import CodeXml from '@lucide/svelte/icons/code-xml'
import CirclePlus from '@lucide/svelte/icons/circle-plus'
import Download from '@lucide/svelte/icons/download'
import GitFork from '@lucide/svelte/icons/git-fork'
import Pencil from '@lucide/svelte/icons/pencil'
import Share2 from '@lucide/svelte/icons/share-2'
import Trash from '@lucide/svelte/icons/trash'
import Upload from '@lucide/svelte/icons/upload'
import type { ClusterInfo } from '../cluster/cluster.ts'
import { clusterActions } from '../state/cluster-actions.ts'
import { commands } from '../state/commands.svelte.ts'
import { lessonRecords } from '../state/lesson-records.svelte.ts'
import { session } from '../state/session.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import type { MenuEntry } from '../widgets/menu-entry.ts'

/** The clusters of the list. Clusters that only store the start of a lesson's step are left out. */
const listed = (): readonly ClusterInfo[] => session.list.filter(({ id }) => !lessonRecords.isStart(id))

const clusters = (open: string): MenuEntry[] =>
  listed().map(({ id, name, dialect }) => ({
    kind: 'choice',
    label: name,
    note: dialect,
    checked: id === open,
    run: () => void clusterActions.open(id),
  }))

const newClusters = (workspace: Workspace): MenuEntry[] => [
  {
    kind: 'action',
    label: 'New svc cluster',
    hint: 'Own names: rbac.authorization.svc.io, svcctl',
    icon: CirclePlus,
    run: () => void clusterActions.newCluster('svc'),
  },
  {
    kind: 'action',
    label: 'New k8s cluster',
    hint: 'Kubernetes names: rbac.authorization.k8s.io, kubectl',
    icon: CirclePlus,
    run: () => void clusterActions.newCluster('k8s'),
  },
  { kind: 'action', label: 'Import file', icon: Upload, run: () => void clusterActions.importFile(workspace) },
]

const actions = (workspace: Workspace): MenuEntry[] => [
  { kind: 'action', label: 'Rename', icon: Pencil, run: () => void clusterActions.rename(workspace) },
  { kind: 'action', label: 'Fork', icon: GitFork, run: () => void clusterActions.fork(workspace) },
  { kind: 'action', label: 'Export file', icon: Download, run: () => void clusterActions.exportFile(workspace) },
  // A phone has no room for the button of the top bar.
  { kind: 'action', label: 'Copy share link', icon: Share2, run: () => void clusterActions.share(workspace) },
  { kind: 'action', label: 'Embed in a page', icon: CodeXml, run: () => commands.run('cluster.embed') },
  { kind: 'action', label: 'Delete', icon: Trash, danger: true, run: () => void clusterActions.remove(workspace) },
]

/** The entries of the cluster menu. */
export function clusterEntries(workspace: Workspace): MenuEntry[] {
  return [
    { kind: 'heading', label: 'Clusters in this browser' },
    ...clusters(workspace.cluster.id),
    { kind: 'separator' },
    ...newClusters(workspace),
    { kind: 'separator' },
    ...actions(workspace),
  ]
}
