/** An API server as a benchmark uses it: ours by some way, or a peer. Each starts empty, with namespace `default`. */
export interface Subject {
  createPod(i: number): Promise<unknown>
  getPod(i: number): Promise<unknown>
  /** Merge patch of a label; undefined where there is none. */
  patchPod?(i: number): Promise<unknown>
  /** Lists all pods; the number of items. */
  listPods(): Promise<unknown>
  /** Calls `seen` for every event from now on. */
  watchPods(seen: (events: number) => void): Promise<() => void>
}

export interface Plan {
  /** Pods to create before the rest is measured. */
  readonly pods: number
  /** Creates under way together: 1 measures the path, more measure what commits share. */
  readonly atOnce: number
  readonly gets: number
  readonly patches: number
  readonly lists: number
  readonly watchers: number
  /** Creates seen by each watcher. */
  readonly events: number
  /** Subjects take turns so many times, so that a busy moment of the machine meets all of them. */
  readonly turns: number
}

export interface Figures {
  /** Per second. */
  readonly create: number
  readonly get: number
  readonly patch: number | undefined
  /** Milliseconds, median. */
  readonly list: number
  /** Deliveries per second. */
  readonly fanOut: number
}
