/** An API server as a benchmark uses it: ours by some way, or a peer. Each starts empty, with namespace `default`. */
export interface Subject {
  createPod(i: number): Promise<unknown>
  getPod(i: number): Promise<unknown>
  /** Merge patch of a label; undefined where there is none. */
  patchPod?(i: number): Promise<unknown>
  /** Of 500 bytes; undefined where there are none. */
  createConfigMap?(i: number): Promise<unknown>
  /** Replaces one value of a ConfigMap. */
  updateConfigMap?(i: number): Promise<unknown>
  /** Server-side apply of a pod of its own; `label` is one field of the configuration. */
  applyPod?(i: number, label: string): Promise<unknown>
  listPods(): Promise<unknown>
  /** The same as a Table. */
  tablePods?(): Promise<unknown>
  /** Calls `seen` for every event from now on. */
  watchPods(seen: (events: number) => void): Promise<() => void>
}

export interface Plan {
  /** Pods to create before the rest is measured. */
  readonly pods: number
  /** Creates under way together: 1 measures the path, more measure what commits share. */
  readonly atOnce: number
  readonly gets: number
  /** Of each kind of write beside creates. */
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
  readonly configMap: number | undefined
  readonly update: number | undefined
  readonly applyNew: number | undefined
  readonly applySame: number | undefined
  readonly applyField: number | undefined
  /** Milliseconds, median. */
  readonly list: number
  readonly table: number | undefined
  /** Deliveries per second. */
  readonly fanOut: number
}
