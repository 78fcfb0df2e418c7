import { showKeys } from '../widgets/keys.ts'
import type { HandlerFile } from './handlers.svelte.ts'

export interface HandlerStatus {
  readonly text: string
  readonly tone: 'good' | 'bad' | ''
}

/** Whether the text of the file differs from the running code. */
export const isChanged = ({ run, text }: HandlerFile): boolean => run !== undefined && run.text !== text

/** The state of a handler in words. */
export function statusOf(file: HandlerFile | undefined, runInAnotherTab: boolean): HandlerStatus {
  const status = stateOf(file, runInAnotherTab)
  if (file === undefined || !isChanged(file)) return status
  return { ...status, text: `${status.text}, with the code before your changes: ${showKeys('Mod-s')} runs them` }
}

function stateOf(file: HandlerFile | undefined, runInAnotherTab: boolean): HandlerStatus {
  const run = file?.run
  if (run === undefined) return { text: runInAnotherTab ? 'Another tab runs the handlers' : 'Does not run', tone: '' }
  if (run.state === 'failed') return { text: run.detail, tone: 'bad' }
  if (run.state === 'starting') return { text: 'Starting', tone: '' }
  if (run.state === 'finished') return { text: 'Finished', tone: 'good' }
  return { text: `Running: ${run.summary}`, tone: 'good' }
}
