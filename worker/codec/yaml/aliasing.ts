import { ValueError } from '../yaml-error.ts'

/** In a document of up to this many nodes, aliases may supply 99 % of them. */
const SMALL = 400_000
/** In a document of at least this many nodes, aliases may supply 10 % of them. */
const LARGE = 4_000_000

/** Counts the nodes of a document, and refuses a document that aliases enlarge too much; the bounds are the real server's. */
export class Aliasing {
  #nodes = 0
  #repeated = 0

  /** Counts one node, which an alias repeats or not. @throws ValueError when too many of the nodes are repeated */
  count(isRepeated: boolean): void {
    this.#nodes += 1
    if (!isRepeated) return
    this.#repeated += 1
    if (this.#repeated <= 100 || this.#nodes <= 1000) return
    if (this.#repeated / this.#nodes > allowedShare(this.#nodes)) {
      throw new ValueError('yaml: document contains excessive aliasing')
    }
  }
}

function allowedShare(nodes: number): number {
  if (nodes <= SMALL) return 0.99
  if (nodes >= LARGE) return 0.1
  return 0.99 - 0.89 * ((nodes - SMALL) / (LARGE - SMALL))
}
