import { tick } from 'svelte'
import { closeTabs } from '../state/closed-tabs.ts'
import { layout } from '../state/layout.svelte.ts'
import type { BottomTab } from '../state/layout.svelte.ts'
import { notices } from '../state/notices.svelte.ts'
import { showMap } from '../state/shown-map.ts'
import { session } from '../state/session.svelte.ts'
import { theme } from '../state/theme.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { withClusterActions } from '../state/lazy-cluster-actions.ts'
import type { Command } from '../contracts/commands.ts'
import { keepFocus } from '../frame/kept-focus.svelte.ts'
import { keepWorkspace } from '../frame/kept-workspace.svelte.ts'
import { focusFilter, stepPane } from '../frame/pane-focus.ts'
import { followLessons } from '../lesson/follow-lessons.svelte.ts'
import { followDrops } from './file-drops.ts'
import { followRepros } from '../repro/follow-repros.svelte.ts'
import { terminalControl } from '../state/terminal-control.ts'

function showTerminal(): void {
  // When the terminal has the focus, the same keys hide it.
  if (document.activeElement?.closest('#bottom-panel-terminal')) return layout.toggleBottom()
  layout.showBottom('terminal')
  // A hidden element cannot receive the focus.
  void tick().then(() => terminalControl.focus())
}

/** Shows a view of the bottom pane, and focuses its tab. From there, Tab moves into the view. */
function showBottom(view: BottomTab): void {
  layout.showBottom(view)
  void tick().then(() => document.getElementById(`bottom-${view}`)?.focus())
}

/** Runs an action on the open cluster; does nothing without an open cluster. */
const withWorkspace = (action: (workspace: Workspace) => unknown) => (): void => {
  if (session.workspace !== undefined) void action(session.workspace)
}

async function openLessonBench(): Promise<void> {
  try {
    const { openBench } = await import('../author/open-bench.svelte.ts')
    await openBench()
  } catch (error) {
    notices.fail('The bench was not opened', error)
  }
}

interface Dialogs {
  palette(): void
  shortcuts(): void
  embed(): void
}

const WORKBENCH: readonly Command[] = [
  {
    id: 'examples',
    title: 'Show examples',
    section: 'Learn',
    words: 'manifests samples guestbook',
    run: withWorkspace((w) => w.open({ kind: 'examples', id: '' })),
  },
  {
    id: 'catalogue',
    title: 'Show lessons',
    section: 'Learn',
    words: 'catalogue courses scenarios learn tutorial challenges',
    run: withWorkspace((w) => w.open({ kind: 'catalogue' })),
  },
  {
    id: 'labs',
    title: 'Open a lab',
    section: 'Learn',
    words: 'cel crd policy certificate conflict',
    run: withWorkspace((w) => w.open({ kind: 'lab', id: 'cel' })),
  },
  {
    id: 'app.reference',
    title: 'Open the reference',
    section: 'Learn',
    words: 'help documentation rules manual',
    run: () => void open('./reference.html', '_blank', 'noopener'),
  },
  {
    id: 'author.bench',
    title: 'Write a lesson',
    section: 'Author',
    words: 'author scenario record bench tutorial',
    run: () => void openLessonBench(),
  },
  {
    id: 'cluster.repro',
    title: 'Share with history',
    section: 'Cluster',
    words: 'repro bug report replay requests link',
    run: withWorkspace((workspace) =>
      import('../repro/share-history.ts').then(
        ({ shareHistory }) => shareHistory(workspace),
        (error: unknown) => notices.fail('The history was not shared', error),
      ),
    ),
  },
  {
    id: 'map',
    title: 'Show map',
    section: 'View',
    words: 'picture graph topology owners namespace',
    run: withWorkspace(showMap),
  },
  { id: 'document.new', title: 'New document', section: 'Editor', run: withWorkspace((w) => w.newDocument()) },
  {
    id: 'handler.new',
    title: 'New handler',
    section: 'Editor',
    words: 'code webhook controller operator script',
    run: withWorkspace(({ documents, cluster }) =>
      import('../handlers/handler-template.ts').then(
        ({ newHandler }) => newHandler(documents, cluster.info.dialect),
        (error: unknown) => notices.fail('The handler was not made', error),
      ),
    ),
  },
  {
    id: 'tab.close',
    title: 'Close tab',
    section: 'View',
    run: withWorkspace((w) => w.tabs.active && closeTabs(w, [w.tabs.active])),
  },
  {
    id: 'tab.close-others',
    title: 'Close other tabs',
    section: 'View',
    run: withWorkspace((w) => {
      const { open, active } = w.tabs
      return closeTabs(
        w,
        open.filter((tab) => tab !== active),
      )
    }),
  },
  {
    id: 'tab.close-all',
    title: 'Close all tabs',
    section: 'View',
    run: withWorkspace((w) => closeTabs(w, w.tabs.open)),
  },
  {
    id: 'pane.terminal',
    title: 'Terminal',
    section: 'View',
    keys: 'Mod-Backquote',
    words: 'shell console',
    run: showTerminal,
  },
  {
    id: 'pane.requests',
    title: 'Requests',
    section: 'View',
    words: 'trace log',
    run: () => showBottom('requests'),
  },
  {
    id: 'pane.timeline',
    title: 'Timeline',
    section: 'View',
    words: 'time travel history revisions play compare',
    run: () => showBottom('timeline'),
  },
  {
    id: 'pane.watches',
    title: 'Watches',
    section: 'View',
    words: 'informers events bookmarks compaction backlog',
    run: () => showBottom('watches'),
  },
  {
    id: 'pane.explorer',
    title: 'Show or hide the explorer',
    section: 'View',
    keys: 'Mod-b',
    run: () => layout.toggleExplorer(),
  },
  {
    id: 'pane.bottom',
    title: 'Show or hide the bottom pane',
    section: 'View',
    keys: 'Mod-j',
    run: () => layout.toggleBottom(),
  },
  {
    id: 'pane.details',
    title: 'Show or hide details',
    section: 'View',
    keys: 'Mod-i',
    run: () => layout.toggleDetails(),
  },
  { id: 'pane.next', title: 'Next pane', section: 'View', keys: 'F6', run: () => stepPane(1) },
  { id: 'pane.previous', title: 'Previous pane', section: 'View', keys: 'Shift-F6', run: () => stepPane(-1) },
  { id: 'pane.filter', title: 'Filter', section: 'View', keys: '/', run: focusFilter },
  { id: 'theme.system', title: 'Use the system theme', section: 'Theme', run: () => (theme.name = 'system') },
  { id: 'theme.light', title: 'Use the light theme', section: 'Theme', run: () => (theme.name = 'light') },
  { id: 'theme.dark', title: 'Use the dark theme', section: 'Theme', run: () => (theme.name = 'dark') },
]

const clusterCommands = (dialogs: Dialogs): readonly Command[] => [
  {
    id: 'cluster.share',
    title: 'Copy share link',
    section: 'Cluster',
    run: withWorkspace((w) => withClusterActions((actions) => actions.share(w))),
  },
  {
    id: 'cluster.embed',
    title: 'Embed cluster in a page',
    section: 'Cluster',
    words: 'iframe element docs share',
    run: () => dialogs.embed(),
  },
  {
    id: 'cluster.new-svc',
    title: 'New svc cluster',
    section: 'Cluster',
    run: () => void withClusterActions((actions) => actions.newCluster('svc')),
  },
  {
    id: 'cluster.new-k8s',
    title: 'New k8s cluster',
    section: 'Cluster',
    run: () => void withClusterActions((actions) => actions.newCluster('k8s')),
  },
  {
    id: 'cluster.fork',
    title: 'Fork cluster',
    section: 'Cluster',
    run: withWorkspace((w) => withClusterActions((actions) => actions.fork(w))),
  },
  {
    id: 'cluster.rename',
    title: 'Rename cluster',
    section: 'Cluster',
    run: withWorkspace((w) => withClusterActions((actions) => actions.rename(w))),
  },
  {
    id: 'cluster.import',
    title: 'Import cluster from a file',
    section: 'Cluster',
    run: withWorkspace((w) => withClusterActions((actions) => actions.importFile(w))),
  },
  {
    id: 'cluster.export',
    title: 'Export cluster to a file',
    section: 'Cluster',
    run: withWorkspace((w) => withClusterActions((actions) => actions.exportFile(w))),
  },
  {
    id: 'cluster.delete',
    title: 'Delete cluster',
    section: 'Cluster',
    run: withWorkspace((w) => withClusterActions((actions) => actions.remove(w))),
  },
]

/** Starts the features that follow the open cluster. */
export function startFeatures(): void {
  keepFocus()
  keepWorkspace()
  followLessons()
  followRepros()
  followDrops()
}

/** The commands that are available on every page of the app. */
export function appCommands(dialogs: Dialogs): Command[] {
  return [
    { id: 'app.palette', title: 'Find anything', section: 'View', keys: 'Mod-k', run: () => dialogs.palette() },
    {
      id: 'app.shortcuts',
      title: 'Show keyboard shortcuts',
      section: 'View',
      keys: '?',
      run: () => dialogs.shortcuts(),
    },
    ...WORKBENCH,
    ...clusterCommands(dialogs),
  ]
}
