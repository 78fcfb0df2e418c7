/** The shown revision of one cluster. */
interface Shown {
  readonly cluster: string
  /** Undefined: the newest revision, live. */
  readonly revision: number | undefined
  /** The time and the change that wrote the revision. */
  readonly caption: string
  /** Aborted when the panes show another revision. */
  readonly moved: AbortController
}

/** The revision at which the explorer, the map and the object views show a cluster. */
class ShownRevision {
  #shown = $state.raw<Shown>({ cluster: '', revision: undefined, caption: '', moved: new AbortController() })

  /** The shown revision. Undefined: the current state is shown. */
  of(cluster: string): number | undefined {
    return this.#shown.cluster === cluster ? this.#shown.revision : undefined
  }

  /** Aborts when another revision is shown. */
  get moved(): AbortSignal {
    return this.#shown.moved.signal
  }

  get caption(): string {
    return this.#shown.caption
  }

  show(cluster: string, revision: number | undefined, caption = ''): void {
    const before = this.#shown
    if (this.of(cluster) === revision && before.cluster === cluster) return
    this.#shown = { cluster, revision, caption, moved: new AbortController() }
    before.moved.abort()
  }
}

export const shownRevision = new ShownRevision()
