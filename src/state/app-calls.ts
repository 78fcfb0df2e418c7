import { commands } from './commands.svelte.ts'
import { notices } from './notices.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'
import type { AppCalls } from '../contracts/commands.ts'

/** The calls that lazily loaded panes make when no cluster is open. */
export const pageCalls: Omit<AppCalls, 'openObject'> = {
  notify: (notice) => notices.show(notice),
  registerCommands: (added) => commands.register(added),
}

/** The calls of lazily loaded panes to the app. */
export function appCalls(workspace: Workspace): AppCalls {
  return { ...pageCalls, openObject: (object) => workspace.openObject(object) }
}
