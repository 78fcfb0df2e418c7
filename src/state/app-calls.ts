import { commands } from './commands.svelte.ts'
import { notices } from './notices.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'
import type { AppCalls } from '../contracts/commands.ts'

/** What the lazily loaded panes may ask of the app while no cluster is open, too. */
export const pageCalls: Omit<AppCalls, 'openObject'> = {
  notify: (notice) => notices.show(notice),
  registerCommands: (added) => commands.register(added),
}

/** What the lazily loaded panes may ask of the app. */
export function appCalls(workspace: Workspace): AppCalls {
  return { ...pageCalls, openObject: (object) => workspace.openObject(object) }
}
