import { mount, unmount } from 'svelte'
import type { ClusterHandle } from '../cluster/cluster.ts'
import '../lesson/lesson.css'
import type { Repro } from '../share/repro.ts'
import ReplayPane from './replay-pane.svelte'
import { Replay } from './replay.svelte.ts'

/** Shows the replay of a history beside the panes of its cluster. The returned function removes it. */
export function mountReplay(cluster: ClusterHandle, repro: Repro): () => void {
  const target = document.querySelector('.app')
  if (target === null) return () => undefined
  const replay = new Replay(repro, cluster)
  const pane = mount(ReplayPane, { target, props: { replay } })
  const { dataset } = document.documentElement
  dataset['lesson'] = 'open'
  return () => {
    replay.stop()
    void unmount(pane)
    delete dataset['lesson']
  }
}
