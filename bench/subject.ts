/** A request that is made: what it sends was put together before its time is taken. */
export type Act = () => Promise<unknown>

/** An API server as a benchmark uses it: ours by some way, or a peer. Each starts empty, with namespace `default`. */
export interface Subject {
  createPod(i: number): Act
  getPod(i: number): Act
  /** Merge patch of a label; undefined where there is none. */
  patchPod?(i: number): Act
  /** Of 500 bytes; undefined where there are none. */
  createConfigMap?(i: number): Act
  getConfigMap?(i: number): Act
  /** Replaces one value of a ConfigMap. */
  updateConfigMap?(i: number): Act
  /** Server-side apply of a pod of its own; `label` is one field of the configuration. */
  applyPod?(i: number, label: string): Act
  listPods(): Promise<unknown>
  /** Those with one of a hundred labels. */
  listLabelledPods(): Promise<unknown>
  /** All of them as a Table. */
  tablePods?(): Promise<unknown>
  /** Calls `seen` for every event from now on. */
  watchPods(seen: (events: number) => void): Promise<() => void>
}

export interface FanOut {
  readonly watchers: 1 | 100 | 1000
  /** Creates seen by each watcher. */
  readonly events: number
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
  readonly fanOuts: readonly FanOut[]
  /** Subjects take turns so many times, so that a busy moment of the machine meets all of them. */
  readonly turns: number
  /** Milliseconds; absent: the wall clock. */
  readonly now?: () => number
}

/** What is measured of each subject that can do it. */
export const METRICS = {
  create: ['create a pod', '/s'],
  configMap: ['create a ConfigMap of 500 bytes', '/s'],
  get: ['get a pod', '/s'],
  patch: ['merge patch of a pod', '/s'],
  update: ['update of a ConfigMap', '/s'],
  applyNew: ['apply of a new pod', '/s'],
  applySame: ['apply without a change', '/s'],
  applyField: ['apply of one changed field', '/s'],
  list: ['list of all pods', 'ms'],
  labelled: ['label list of 1 %', 'ms'],
  table: ['Table of all pods', 'ms'],
  fanOut1: ['events to 1 watch', '/s'],
  fanOut100: ['events to 100 watches', '/s'],
  fanOut1000: ['events to 1,000 watches', '/s'],
} as const satisfies Record<string, readonly [text: string, unit: '/s' | 'ms']>

export type Metric = keyof typeof METRICS

/** Per second, or the median in milliseconds; absent where the subject cannot do it or the plan does not ask. */
export type Figures = Partial<Record<Metric, number>>
