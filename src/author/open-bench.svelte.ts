import { mount, unmount } from 'svelte'
import '../lesson/lesson.css'
import { readScenario } from '../scenario/read-scenario.ts'
import { createFrom } from '../state/cluster-changes.ts'
import { lessonRecords } from '../state/lesson-records.svelte.ts'
import { session } from '../state/session.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import BenchPane from './bench-pane.svelte'
import { Bench } from './bench.svelte.ts'
import { draftTemplate } from './draft-template.ts'

const FILE = 'lesson.yaml'
let close = (): void => undefined

/**
 * Shows the bench beside the open cluster. For a lesson, first creates a new cluster with the objects of the lesson and a
 * copy of its text.
 */
export async function openBench(): Promise<void> {
  const workspace = await draftedWorkspace()
  const target = document.querySelector('.app')
  if (workspace === undefined || target === null) return
  close()
  const { documents, cluster } = workspace
  if (documents.get(FILE) === undefined) documents.write(FILE, draftTemplate(cluster.info.dialect))
  documents.open(FILE)
  const bench = new Bench(workspace, FILE)
  const pane = mount(BenchPane, { target, props: { bench, onclose: () => close() } })
  const { dataset } = document.documentElement
  dataset['lesson'] = 'open'
  const stop = $effect.root(() => {
    $effect(() => {
      if (session.workspace !== workspace) close()
    })
  })
  close = () => {
    close = () => undefined
    stop()
    bench.close()
    void unmount(pane)
    delete dataset['lesson']
  }
}

async function draftedWorkspace(): Promise<Workspace | undefined> {
  const id = session.workspace?.cluster.id
  const record = id === undefined ? undefined : lessonRecords.get(id)
  if (record === undefined) return session.workspace
  const { name, dialect, objects } = readScenario(record.text)
  const shared = { name: `draft of ${name}`, dialect, objects }
  await createFrom(shared, { ...shared, documents: [{ name: FILE, text: record.text }], at: '' })
  return session.workspace
}
