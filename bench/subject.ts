/** A prepared request: its body is built before the measurement. */
export type PreparedRequest = () => Promise<unknown>

/**
 * An API server under measurement: ours over some transport, or a peer. Each starts empty, with namespace `default`.
 */
export interface Subject {
  createPod(i: number): PreparedRequest
  getPod(i: number): PreparedRequest
  /** Merge patch of a label; undefined when the subject serves no merge patch. */
  patchPod?(i: number): PreparedRequest
  /** Strategic merge patch of an annotation. */
  strategicPatchPod?(i: number): PreparedRequest
  /** Strategic merge patch of the status, as an agent of a node writes it: phase, address and one condition. */
  patchPodStatus?(i: number): PreparedRequest
  /** A ConfigMap of 500 bytes; undefined when the subject serves no ConfigMaps. */
  createConfigMap?(i: number): PreparedRequest
  getConfigMap?(i: number): PreparedRequest
  /** Replaces one value of a ConfigMap. */
  updateConfigMap?(i: number): PreparedRequest
  /** Server-side apply of a separate pod; `label` is one field of the configuration. */
  applyPod?(i: number, label: string): PreparedRequest
  listPods(): Promise<unknown>
  /** The pods with one of a hundred labels. */
  listLabelledPods(): Promise<unknown>
  /** All pods as a Table. */
  tablePods?(): Promise<unknown>
  /** Calls `seen` for every later event. */
  watchPods(seen: (events: number) => void): Promise<() => void>
}

export interface FanOut {
  readonly watchers: 1 | 100 | 1000
  /** The number of creates that each watcher receives. */
  readonly events: number
}

export interface Plan {
  /** Pods that exist during the other measurements. */
  readonly pods: number
  /** Concurrent creates: 1 measures a single request, more measure shared commits. */
  readonly atOnce: number
  readonly gets: number
  /** Number of each kind of write other than create. */
  readonly patches: number
  readonly lists: number
  readonly fanOuts: readonly FanOut[]
  /** Number of turns of each subject, so that other load on the machine affects all subjects. */
  readonly turns: number
  /** The clock in milliseconds; by default, wall-clock time. */
  readonly now?: () => number
}

/** The metrics: text and unit. */
export const METRICS = {
  create: ['create a pod', '/s'],
  configMap: ['create a ConfigMap of 500 bytes', '/s'],
  get: ['get a pod', '/s'],
  patch: ['merge patch of a pod', '/s'],
  strategic: ['strategic merge patch of a pod', '/s'],
  status: ['status update of a pod', '/s'],
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

/** Each figure is a rate per second, or a median in milliseconds. Metrics that the subject or the plan lacks are absent. */
export type Figures = Partial<Record<Metric, number>>
