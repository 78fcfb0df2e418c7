import Hammer from '@lucide/svelte/icons/hammer'
import Copy from '@lucide/svelte/icons/copy'
import FileCode from '@lucide/svelte/icons/file-code'
import History from '@lucide/svelte/icons/file-clock'
import Info from '@lucide/svelte/icons/info'
import ListTree from '@lucide/svelte/icons/list-tree'
import Tag from '@lucide/svelte/icons/tag'
import Trash from '@lucide/svelte/icons/trash'
import Waypoints from '@lucide/svelte/icons/waypoints'
import { canBreak } from '../breakage/breakages.ts'
import type { ObjectSection } from '../address/route.ts'
import type { ResourceType } from '../client/discovery.ts'
import { copyText } from '../state/clipboard.ts'
import { layout } from '../state/layout.svelte.ts'
import { requestFilter } from '../state/request-filter.svelte.ts'
import { terminalControl } from '../state/terminal-control.ts'
import type { MenuEntry } from '../widgets/menu-entry.ts'
import type { ObjectRow } from './object-table.svelte.ts'
import { deleteRows, labelRows } from './row-actions.ts'
import type { RowCommand, Rows } from './row-commands.ts'
import { commandsFor, lineOf } from './row-commands.ts'

interface RowMenuContext {
  readonly type: ResourceType
  /** The rows that an entry for several rows acts on: Label, Delete, Scale, Restart. */
  readonly selected: readonly ObjectRow[]
  open(section: ObjectSection): void
  run(action: typeof deleteRows, rows: readonly ObjectRow[]): void
  /** Shows the ways to break the row. */
  breakRow(): void
}

/** The menu of a row. */
export function rowEntries(
  row: ObjectRow,
  { type, selected, open, run, breakRow }: RowMenuContext,
): readonly MenuEntry[] {
  const countSuffix = selected.length > 1 ? ` ${selected.length} ${type.resource}` : ''
  const sections: readonly MenuEntry[] = [
    { kind: 'action', label: 'Open', icon: FileCode, run: () => open('yaml') },
    { kind: 'action', label: 'Details', icon: Info, run: () => open('details') },
    { kind: 'action', label: 'Events', icon: ListTree, run: () => open('events') },
    { kind: 'action', label: 'History', icon: History, run: () => open('history') },
  ]
  const requests: MenuEntry = {
    kind: 'action',
    label: 'Requests that touched it',
    icon: Waypoints,
    run() {
      requestFilter.text = `/${type.resource}/${row.name}`
      layout.showBottom('requests')
    },
  }
  const commands = layout.has('terminal') ? commandsFor(type) : []
  const acts = commands.map((command): MenuEntry => ({
    kind: 'action',
    label: `${command.label}${command.many ? countSuffix : ''}`,
    icon: command.icon,
    run: () => run((rows) => runForRows(command, rows), command.many ? selected : [row]),
  }))
  const breaks: MenuEntry = { kind: 'action', label: 'Break', icon: Hammer, run: breakRow }
  return [
    { kind: 'heading', label: row.name },
    ...sections,
    ...(layout.has('requests') ? [requests] : []),
    { kind: 'action', label: 'Copy name', icon: Copy, run: () => void copyText(row.name, 'the name') },
    { kind: 'separator' },
    ...acts,
    ...(canBreak(type.kind) ? [breaks] : []),
    ...(type.verbs.includes('patch')
      ? [{ kind: 'action' as const, label: `Label${countSuffix}`, icon: Tag, run: () => run(labelRows, selected) }]
      : []),
    ...(type.verbs.includes('delete')
      ? [
          {
            kind: 'action' as const,
            label: `Delete${countSuffix}`,
            icon: Trash,
            danger: true,
            run: () => run(deleteRows, selected),
          },
        ]
      : []),
  ]
}

/** Asks for what the command needs, and runs it in the terminal. */
async function runForRows(command: RowCommand, rows: Rows): Promise<void> {
  const answer = await command.ask?.(rows)
  if (command.ask !== undefined && answer === undefined) return
  layout.showBottom('terminal')
  terminalControl.run(lineOf(command, rows, answer))
}
