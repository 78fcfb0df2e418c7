import { untrack } from 'svelte'
import { lessonRecords } from '../state/lesson-records.svelte.ts'
import { notices } from '../state/notices.svelte.ts'
import { session } from '../state/session.svelte.ts'
import { isAllowed } from './allowed-code.ts'
import { Handlers } from './handlers.svelte.ts'
import { runsWithoutConsent } from './embedded-code.ts'

const WAITING = 'This cluster holds code that does not run yet'

const anyText = (): Promise<boolean> => Promise.resolve(true)

let opened = $state.raw<Handlers>()

/** The handlers of the open cluster; undefined while none is open. */
export const openHandlers = (): Handlers | undefined => opened

/**
 * Opens the handlers of each cluster that the page shows. In an embed without a lesson, the handlers run without the reader's
 * consent: the cluster ends with the page, and the handlers cannot leave their frame.
 */
export function followWorkspaces(): () => void {
  const isDecided = runsWithoutConsent(location, parent !== self)
  return $effect.root(() => {
    $effect(() => {
      const { workspace } = session
      if (workspace === undefined) return
      // A lesson has its own button to run the code of a step, so the page shows no notice.
      // `untrack`: the record changes with the reader's progress, and that must not start the handlers again.
      const isLesson = untrack(() => lessonRecords.get(workspace.cluster.id)) !== undefined
      const handlers = untrack(() => new Handlers(workspace, isDecided ? anyText : isAllowed))
      opened = handlers
      if (!isLesson && !isDecided)
        void untrack(() => announce(handlers, (name) => workspace.open({ kind: 'file', name })))
      return () => {
        opened = undefined
        handlers.close()
      }
    })
    $effect(() => opened?.prune())
    $effect(() => {
      const announced = notices.shown.find(({ title }) => title === WAITING)
      if (announced === undefined) return
      // The record of a new lesson is stored after its cluster was opened.
      const isLesson = lessonRecords.get(session.workspace?.cluster.id ?? '') !== undefined
      if (!isLesson && opened?.files.some(({ run }) => run === undefined)) return
      notices.dismiss(announced.id)
    })
  })
}

/** Reports files whose code the user has not allowed: files of a share link, and files changed since they last ran. */
async function announce(handlers: Handlers, show: (name: string) => void): Promise<void> {
  const waiting: string[] = []
  for (const { name, text } of handlers.files) if (!(await isAllowed(text))) waiting.push(name)
  const [first] = waiting
  if (first === undefined) return
  notices.show({
    tone: 'warning',
    title: WAITING,
    detail: `Read ${waiting.join(', ')} before you run it. The code runs without network and storage.`,
    action: { label: 'Show the code', run: () => show(first) },
  })
}
