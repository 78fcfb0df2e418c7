/** The shown revision of one cluster. */
interface Shown {
  readonly cluster: string
  /** The shown revision; undefined for the newest revision, live. */
  readonly revision: number | undefined
  /** The time and the change that wrote the revision. */
  readonly caption: string
  /** The time of the moment, in milliseconds since 1970. */
  readonly at: number | undefined
  /** Aborted when the panes show another revision. */
  readonly moved: AbortController
}

/** The revision at which the explorer, the map and the object views show a cluster. */
class ShownRevision {
  #shown = $state.raw<Shown>({
    cluster: '',
    revision: undefined,
    caption: '',
    at: undefined,
    moved: new AbortController(),
  })

  /** The shown revision. Undefined when the current state is shown. */
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

  /** The time of the shown moment, in milliseconds since 1970; undefined when the cluster is shown as it is now. */
  timeOf(cluster: string): number | undefined {
    return this.of(cluster) === undefined ? undefined : this.#shown.at
  }

  /** @param moment the moment in words and its time; several moments can share a revision */
  show(
    cluster: string,
    revision: number | undefined,
    moment?: { readonly caption: string; readonly at: number },
  ): void {
    const before = this.#shown
    const { caption = '', at } = moment ?? {}
    const isSame = this.of(cluster) === revision && before.cluster === cluster
    if (isSame && before.caption === caption) return
    this.#shown = { cluster, revision, caption, at, moved: isSame ? before.moved : new AbortController() }
    if (!isSame) before.moved.abort()
  }
}

export const shownRevision = new ShownRevision()
