import { onAbort } from '../../worker/runtime/on-abort.ts'
import { pageTiming } from '../client/page-timing.ts'
import type { Action } from '../scenario/scenario.ts'
import { applyDocuments } from '../state/applied-documents.ts'
import { notices } from '../state/notices.svelte.ts'
import { layout } from '../state/layout.svelte.ts'
import { terminalControl } from '../state/terminal-control.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import type { Lesson } from './lesson.svelte.ts'
import { handlerRuns } from './running-handler.svelte.ts'

/** Milliseconds between two actions: long enough for the reader to see the effect of an action. */
const PAUSE = 700

/**
 * Runs the actions of a step's solution one after another, in the panes that the reader sees. When every check has
 * passed, only gives the answers. Rejects when aborted.
 */
export async function playSolution(lesson: Lesson, signal: AbortSignal): Promise<void> {
  const isAsked = lesson.left.checks === 0
  for (const action of lesson.step?.solution ?? []) {
    if (isAsked && !('answer' in action)) continue
    await play(lesson, action, signal)
    await pageTiming.sleep(PAUSE, signal)
  }
}

async function play(lesson: Lesson, action: Action, signal: AbortSignal): Promise<void> {
  if ('run' in action) return runLine(lesson, action.run, signal)
  if ('answer' in action) return action.answer.forEach((option, question) => lesson.answer(question, option))
  if ('handler' in action) return allowHandler(lesson, action.handler, signal)
  const document = openManifest(lesson, action.apply)
  await pageTiming.sleep(PAUSE, signal)
  if (document !== undefined) await applyDocuments(lesson.workspace, [document])
}

/** Waits until the reader has allowed the code of a handler. A solution never allows it. */
async function allowHandler({ workspace }: Lesson, file: string, signal: AbortSignal): Promise<void> {
  workspace.open({ kind: 'file', name: file })
  notices.show({
    tone: 'info',
    title: `The solution goes on when ${file} runs`,
    detail: 'Look at the code, then press "Allow and run".',
  })
  await handlerRuns(file, signal)
}

/** A scenario, and the cluster that the reader uses. */
export interface ReadScenario {
  readonly scenario: Pick<Scenario, 'name'>
  readonly workspace: Workspace
}

/**
 * Opens a manifest as a document of the editor. Reuses a document with the same text. When a document with another text
 * has the name, the new one gets another name.
 */
export function openManifest({ workspace, scenario }: ReadScenario, text: string, file = `${scenario.name}.yaml`) {
  const { documents } = workspace
  const same = documents.all.find((document) => document.text.trim() === text.trim())
  const name = same?.name ?? documents.add({ name: file, text })
  documents.open(name)
  return documents.get(name)
}

/** Types a line into the terminal and runs it. */
export function typeLine(line: string): void {
  layout.showBottom('terminal')
  terminalControl.run(line)
}

function runLine({ workspace }: Lesson, line: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const stop = terminalControl.follow((cluster, command) => {
      if (cluster !== workspace.cluster.id || command.line.trim() !== line.trim()) return
      stop()
      resolve()
    })
    onAbort(signal, () => {
      stop()
      reject(new Error('Stopped'))
    })
    typeLine(line.trimEnd())
  })
}
